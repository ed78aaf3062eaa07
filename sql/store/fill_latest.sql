-- Puts one row into the latest view while it is rebuilt.
-- in: :stream_id, :subject_key, :relation_id, :slot, :object_key, :positive (0 or 1), :assertion_id
INSERT INTO latest (stream_id, subject_key, relation_id, slot, object_key, positive, assertion_id)
VALUES (:stream_id, :subject_key, :relation_id, :slot, :object_key, :positive, :assertion_id);
