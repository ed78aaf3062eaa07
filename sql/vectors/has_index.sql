-- The definition of the index of nearest vectors, where the file has one.
-- out: sql
SELECT sql FROM sqlite_schema WHERE name = 'vector_index';
