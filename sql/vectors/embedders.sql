-- The embedder whose vectors the file holds, if it holds any.
-- out: id, name, dimension
SELECT id, name, dimension FROM embedders;
