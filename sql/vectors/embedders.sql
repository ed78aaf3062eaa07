-- The embedders whose vectors the file holds; more than one only while an embedder is being changed.
-- out: id, dimension
SELECT id, dimension FROM embedders ORDER BY id DESC LIMIT 1;
