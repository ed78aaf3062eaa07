-- Deletes the vectors that are of no packet, of no embedder, or of another length than their embedder's.
-- uses: primary keys of packets and embedders
DELETE FROM packet_vectors
WHERE NOT EXISTS (SELECT 1 FROM packets AS p WHERE p.id = packet_vectors.packet_id) OR NOT EXISTS (
    SELECT 1 FROM embedders AS e
    WHERE e.id = packet_vectors.embedder_id AND e.dimension = length(packet_vectors.vector));
