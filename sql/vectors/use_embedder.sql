-- The row of an embedder, added if the file does not know it.
-- in: :name, :dimension
-- out: id
-- uses: unique index of embedders
INSERT INTO embedders (name, dimension) VALUES (:name, :dimension)
ON CONFLICT (name) DO UPDATE SET dimension = excluded.dimension
RETURNING id;
