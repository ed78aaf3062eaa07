-- One session of a stream by label, with the turn index its next packet takes, and whether its last packet asks.
-- in: :stream_id, :label
-- out: id, started_at, next_turn_index, asks (0 or 1)
-- uses: unique index of sessions (stream_id, label), packets_by_turn, primary key of documents
SELECT
    s.id, s.started_at, s.next_turn_index,
    ifnull((
        SELECT d.asks FROM packets AS p CROSS JOIN documents AS d ON d.packet_id = p.id
        WHERE p.session_id = s.id AND p.turn_index = s.next_turn_index - 1), 0) AS asks
FROM sessions AS s
WHERE s.stream_id = :stream_id AND s.label = :label;
