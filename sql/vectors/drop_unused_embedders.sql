-- Deletes the embedders that no vector is of, except one.
-- in: :embedder_id
-- out: id
-- uses: packet_vectors_by_embedder
DELETE FROM embedders
WHERE id <> :embedder_id AND NOT EXISTS (SELECT 1 FROM packet_vectors AS v WHERE v.embedder_id = embedders.id)
RETURNING id;
