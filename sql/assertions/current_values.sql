-- The values that a relation of a subject has now.
-- in: :stream_id, :subject_key, :relation (name)
-- out: object
-- uses: unique index of relations (name), primary keys of latest and assertions
SELECT a.object
FROM relations AS r
CROSS JOIN latest AS l ON l.stream_id = :stream_id AND l.subject_key = :subject_key AND l.relation_id = r.id
CROSS JOIN assertions AS a ON a.id = l.assertion_id
WHERE r.name = :relation AND l.positive = 1;
