-- Adds an embedder.
-- in: :name, :dimension
-- out: id
INSERT INTO embedders (name, dimension) VALUES (:name, :dimension) RETURNING id;
