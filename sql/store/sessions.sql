-- The sessions of some streams in the order in which they were first met.
-- in: :streams (JSON array of stream ids)
-- out: stream, label, session_index, started_at, packets (count)
-- uses: primary key of streams, sessions_by_index, packets_by_turn
SELECT
    s.name AS stream, n.label, n.session_index, n.started_at,
    (SELECT count(*) FROM packets AS p WHERE p.session_id = n.id) AS packets
FROM json_each(:streams) AS wanted
CROSS JOIN streams AS s ON s.id = wanted.value
CROSS JOIN sessions AS n ON n.stream_id = s.id
ORDER BY s.name, n.session_index;
