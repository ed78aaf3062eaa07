-- The latest view as a replay of all statements from scratch gives it.
-- out: stream_id, subject_key, relation_id, slot, object_key, positive, assertion_id
-- uses: assertions_by_slot, assertions_by_corrected
SELECT stream_id, subject_key, relation_id, slot, object_key, positive, assertion_id FROM replays
ORDER BY stream_id, subject_key, relation_id, slot;
