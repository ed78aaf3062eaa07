-- What the speaker of a record has stated in its session up to it, and not put right since: newest first.
-- in: :packet_id, :turns (how far back)
-- out: id, packet_id, descriptor (ordinal or null), subject, subject_key, relation (name), object, object_key
-- uses: primary keys of packets and relations, packets_by_turn, extractions_by_packet, assertions_by_extraction,
--       assertions_by_corrected
SELECT a.id, a.packet_id, a.descriptor, a.subject, a.subject_key, r.name AS relation, a.object, a.object_key
FROM packets AS here
CROSS JOIN packets AS p
    ON p.session_id = here.session_id AND p.turn_index BETWEEN here.turn_index - :turns AND here.turn_index
CROSS JOIN extractions AS e ON e.packet_id = p.id
CROSS JOIN assertions AS a ON a.extraction_id = e.id
CROSS JOIN relations AS r ON r.id = a.relation_id
WHERE here.id = :packet_id AND p.speaker IS here.speaker AND a.positive = 1
    AND NOT EXISTS (SELECT 1 FROM assertions AS c WHERE c.corrects = a.id)
ORDER BY p.turn_index DESC, a.id DESC;
