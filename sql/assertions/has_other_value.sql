-- Whether a relation of a subject was stated with another value than one.
-- in: :stream_id, :subject_key, :relation_id, :object_key
-- out: other (1)
-- uses: assertions_by_slot
SELECT 1 AS other FROM assertions
WHERE stream_id = :stream_id AND subject_key = :subject_key AND relation_id = :relation_id
    AND positive = 1 AND object_key <> :object_key
LIMIT 1;
