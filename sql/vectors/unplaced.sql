-- How many entries of the index of nearest vectors stand in no chunk that can be searched.
-- out: entries
-- uses: primary key of vector_index_chunks
SELECT count(*) AS entries
FROM vector_index_rowids AS r
LEFT JOIN vector_index_chunks AS c ON c.chunk_id = r.chunk_id
WHERE c.chunk_id IS NULL OR length(c.validity) * 8 <> c.size OR length(c.rowids) <> c.size * 8;
