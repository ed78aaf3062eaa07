-- The row of an embedder, if the file holds its vectors.
-- in: :name, :dimension
-- out: id
-- uses: unique index of embedders
SELECT id FROM embedders WHERE name = :name AND dimension = :dimension;
