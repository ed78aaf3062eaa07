-- The vectors of all packets of some streams.
-- in: :streams (JSON array of stream ids), :embedder_id, :dimension (bytes of a vector)
-- out: session_id, turn_index, packet_id, vector, position, said_at
-- uses: packets_by_position, primary key of packet_vectors
SELECT p.session_id, p.turn_index, p.id AS packet_id, v.vector, p.position, p.said_at
FROM json_each(:streams) AS wanted
CROSS JOIN packets AS p ON p.stream_id = wanted.value
CROSS JOIN packet_vectors AS v ON v.packet_id = p.id AND v.embedder_id = :embedder_id
    AND length(v.vector) = :dimension;
