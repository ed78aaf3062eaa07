-- The latest view as it stands.
-- out: stream_id, subject_key, relation_id, slot, object_key, positive, assertion_id
-- uses: primary key of latest
SELECT stream_id, subject_key, relation_id, slot, object_key, positive, assertion_id FROM latest
ORDER BY stream_id, subject_key, relation_id, slot;
