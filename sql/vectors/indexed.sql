-- Every vector of an embedder beside its entry in the index, page by page.
-- in: :embedder_id, :after_packet, :after_piece, :most (rows)
-- out: packet_id, piece, vector, stream_id, indexed_stream_id, bits (null without an entry)
-- uses: packet_vectors_by_embedder, primary key of packets
SELECT v.packet_id, v.piece, v.vector, p.stream_id, i.stream_id AS indexed_stream_id, i.vector AS bits
FROM packet_vectors AS v
CROSS JOIN packets AS p ON p.id = v.packet_id
LEFT JOIN vector_index AS i ON i.place = v.packet_id * 1048576 + v.piece
WHERE v.embedder_id = :embedder_id AND (v.packet_id, v.piece) > (:after_packet, :after_piece)
ORDER BY v.packet_id, v.piece
LIMIT :most;
