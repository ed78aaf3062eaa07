-- The row of an embedder whose vectors the file holds.
-- in: :name
-- out: id, dimension
-- uses: unique index of embedders
SELECT id, dimension FROM embedders WHERE name = :name;
