-- The token states of some runs of turns; a packet has a row for each of its pieces.
-- in: :runs (JSON array of [session id, first turn index, last turn index]), :bytes (of a token)
-- out: session_id, turn_index, packet_id, states
-- uses: packets_by_turn, unique index of packet_states
SELECT p.session_id, p.turn_index, p.id AS packet_id, s.states
FROM json_each(:runs) AS run
CROSS JOIN packets AS p ON p.session_id = run.value ->> 0
    AND p.turn_index BETWEEN run.value ->> 1 AND run.value ->> 2
CROSS JOIN packet_states AS s ON s.packet_id = p.id
    AND length(s.states) > 0 AND length(s.states) % :bytes = 0;
