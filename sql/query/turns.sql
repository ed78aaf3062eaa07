-- The lexical documents of some runs of turns, with the cues of the dialogue prior.
-- in: :runs (JSON array of [session id, first turn index, last turn index])
-- out: session_id, turn_index, packet_id, position, length (terms), asks, answers, has_time (0 or 1), first_person (words),
--      speaker, said_at, started_at (of the session)
-- uses: packets_by_turn, primary keys of documents and sessions
SELECT
    p.session_id, p.turn_index, p.id AS packet_id, p.position, d.length, d.asks, d.answers, d.has_time, d.first_person,
    p.speaker, p.said_at, s.started_at
FROM json_each(:runs) AS run
CROSS JOIN packets AS p ON p.session_id = run.value ->> 0
    AND p.turn_index BETWEEN run.value ->> 1 AND run.value ->> 2
CROSS JOIN documents AS d ON d.packet_id = p.id
CROSS JOIN sessions AS s ON s.id = p.session_id;
