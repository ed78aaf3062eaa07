-- What a subject is said to be or have now.
-- in: :stream_id, :subject_key
-- out: id, packet_id, descriptor (ordinal or null), subject, subject_key, relation (name), object, object_key
-- uses: primary keys of latest, assertions and relations
SELECT a.id, a.packet_id, a.descriptor, a.subject, a.subject_key, r.name AS relation, a.object, a.object_key
FROM latest AS l
CROSS JOIN assertions AS a ON a.id = l.assertion_id
CROSS JOIN relations AS r ON r.id = a.relation_id
WHERE l.stream_id = :stream_id AND l.subject_key = :subject_key AND l.positive = 1
ORDER BY a.asserted_at DESC, a.position DESC, a.id DESC;
