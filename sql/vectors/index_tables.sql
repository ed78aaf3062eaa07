-- The tables of the index of nearest vectors, where the file has one: itself, and those in which it keeps what it holds.
-- out: name, sql (the CREATE statement)
SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name GLOB 'vector_index*';
