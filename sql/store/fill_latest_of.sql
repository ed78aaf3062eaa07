-- Finds the latest values of a relation by a replay of its statements.
-- in: :relation_id
-- uses: assertions_by_slot, assertions_by_corrected
INSERT INTO latest (stream_id, subject_key, relation_id, slot, object_key, positive, assertion_id)
SELECT stream_id, subject_key, relation_id, slot, object_key, positive, assertion_id FROM replays
WHERE relation_id = :relation_id;
