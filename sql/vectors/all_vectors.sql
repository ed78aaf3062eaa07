-- Every vector of an embedder, page by page.
-- in: :embedder_id, :after_packet, :after_piece, :most (rows)
-- out: packet_id, piece, stream_id, vector
-- uses: packet_vectors_by_embedder, primary key of packets
SELECT v.packet_id, v.piece, p.stream_id, v.vector
FROM packet_vectors AS v
CROSS JOIN packets AS p ON p.id = v.packet_id
WHERE v.embedder_id = :embedder_id AND (v.packet_id, v.piece) > (:after_packet, :after_piece)
ORDER BY v.packet_id, v.piece
LIMIT :most;
