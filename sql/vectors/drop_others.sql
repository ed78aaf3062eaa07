-- Deletes the vectors of all embedders but one; their token states go with them.
-- in: :embedder_id
-- uses: packet_vectors_by_embedder
DELETE FROM packet_vectors WHERE embedder_id <> :embedder_id;
