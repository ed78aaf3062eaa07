-- Whether the file holds vectors of any embedder.
-- out: found (0 or 1)
SELECT EXISTS (SELECT 1 FROM embedders) AS found;
