-- Starts a session; its index is the wanted one if no other session has it, else one more than the stream's largest.
-- in: :stream_id, :label, :wanted (index or null), :started_at (ISO 8601 or null)
-- out: id
-- uses: unique index of sessions (stream_id, label)
INSERT INTO sessions (stream_id, label, session_index, started_at)
SELECT
    :stream_id, :label,
    CASE WHEN :wanted IS NULL OR total(session_index = :wanted) THEN ifnull(max(session_index), 0) + 1 ELSE :wanted END,
    :started_at
FROM sessions WHERE stream_id = :stream_id
RETURNING id;
