-- The packets of some runs of turns.
-- in: :runs (JSON array of [session id, first turn index, last turn index])
-- out: session_id, turn_index, packet_id
-- uses: packets_by_turn
SELECT p.session_id, p.turn_index, p.id AS packet_id
FROM json_each(:runs) AS run
CROSS JOIN packets AS p ON p.session_id = run.value ->> 0
    AND p.turn_index BETWEEN run.value ->> 1 AND run.value ->> 2;
