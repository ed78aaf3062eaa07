-- Starts a session; its index is one more than the stream's largest.
-- in: :stream_id, :label, :started_at (ISO 8601 or null)
-- out: id
-- uses: unique index of sessions (stream_id, label)
INSERT INTO sessions (stream_id, label, session_index, started_at)
SELECT :stream_id, :label, ifnull(max(session_index), 0) + 1, :started_at
FROM sessions WHERE stream_id = :stream_id
RETURNING id;
