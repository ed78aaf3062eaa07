-- How many vectors are of no embedder, or of another length than their embedder's.
-- out: vectors
-- uses: primary key of embedders
SELECT count(*) AS vectors FROM packet_vectors AS v
WHERE NOT EXISTS (SELECT 1 FROM embedders AS e WHERE e.id = v.embedder_id AND e.dimension = length(v.vector));
