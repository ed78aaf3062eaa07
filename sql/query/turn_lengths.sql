-- How long the turns of some runs are.
-- in: :runs (JSON array of [session id, first turn index, last turn index])
-- out: session_id, turn_index, length (terms)
-- uses: packets_by_turn, primary key of documents
SELECT p.session_id, p.turn_index, d.length
FROM json_each(:runs) AS run
CROSS JOIN packets AS p ON p.session_id = run.value ->> 0
    AND p.turn_index BETWEEN run.value ->> 1 AND run.value ->> 2
CROSS JOIN documents AS d ON d.packet_id = p.id;
