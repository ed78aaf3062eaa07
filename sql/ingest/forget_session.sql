-- Forgets the packets of one session.
-- in: :stream_id, :label
-- out: stream_id
-- uses: unique index of sessions (stream_id, label), packets_by_turn
DELETE FROM packets
WHERE session_id = (SELECT id FROM sessions WHERE stream_id = :stream_id AND label = :label)
RETURNING stream_id;
