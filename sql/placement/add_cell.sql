-- Begins a Cell without members.
-- in: :stream_id, :bucket, :session_index (of the claim that will be its first)
-- out: id
INSERT INTO cells (stream_id, bucket, first_session, last_session)
VALUES (:stream_id, :bucket, :session_index, :session_index)
RETURNING id;
