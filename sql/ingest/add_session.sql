-- Starts a session; its index is the wanted one if no other session has it, else one more than the stream's largest.
-- in: :stream_id, :label, :wanted (index or null), :started_at (ISO 8601 or null)
-- out: id
-- uses: sessions_by_index
INSERT INTO sessions (stream_id, label, session_index, started_at)
SELECT
    :stream_id, :label,
    CASE
        WHEN :wanted IS NULL
            OR EXISTS (SELECT 1 FROM sessions WHERE stream_id = :stream_id AND session_index = :wanted)
            THEN ifnull((SELECT max(session_index) FROM sessions WHERE stream_id = :stream_id), 0) + 1
        ELSE :wanted
    END,
    :started_at
RETURNING id;
