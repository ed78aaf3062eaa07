-- Whether the file holds a vector of an embedder.
-- in: :embedder_id
-- out: found (0 or 1)
-- uses: packet_vectors_by_embedder
SELECT EXISTS (SELECT 1 FROM packet_vectors WHERE embedder_id = :embedder_id) AS found;
