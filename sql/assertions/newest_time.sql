-- The time of the newest statement about a relation of a subject.
-- in: :stream_id, :subject_key, :relation (name)
-- out: asserted_at (sortable UTC time, null without a statement)
-- uses: assertions_by_slot, unique index of relations (name)
SELECT max(asserted_at) AS asserted_at FROM assertions
WHERE stream_id = :stream_id AND subject_key = :subject_key
    AND relation_id = (SELECT id FROM relations WHERE name = :relation);
