-- The packets of one session.
-- in: :stream_id, :label
-- out: id
-- uses: unique index of sessions (stream_id, label), packets_by_turn
SELECT id FROM packets
WHERE session_id = (SELECT id FROM sessions WHERE stream_id = :stream_id AND label = :label);
