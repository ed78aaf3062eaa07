-- The vectors of some runs of turns.
-- in: :runs (JSON array of [session id, first turn index, last turn index]), :embedder_id, :dimension (bytes of a vector)
-- out: session_id, turn_index, packet_id, vector
-- uses: packets_by_turn, primary key of packet_vectors
SELECT p.session_id, p.turn_index, p.id AS packet_id, v.vector
FROM json_each(:runs) AS run
CROSS JOIN packets AS p ON p.session_id = run.value ->> 0
    AND p.turn_index BETWEEN run.value ->> 1 AND run.value ->> 2
CROSS JOIN packet_vectors AS v ON v.packet_id = p.id AND v.embedder_id = :embedder_id
    AND length(v.vector) = :dimension;
