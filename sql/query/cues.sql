-- The lexical documents of some packets, with the cues of the dialogue prior: the columns of query/turns.
-- in: :packets (JSON array of packet ids)
-- out: session_id, turn_index, packet_id, position, length (terms), asks, answers, has_time (0 or 1), first_person (words),
--      speaker, said_at, started_at (of the session), stream_id
-- uses: primary keys of packets, documents and sessions
SELECT
    p.session_id, p.turn_index, p.id AS packet_id, p.position, d.length, d.asks, d.answers, d.has_time, d.first_person,
    p.speaker, p.said_at, s.started_at, p.stream_id
FROM json_each(:packets) AS wanted
CROSS JOIN packets AS p ON p.id = wanted.value
CROSS JOIN documents AS d ON d.packet_id = p.id
CROSS JOIN sessions AS s ON s.id = p.session_id;
