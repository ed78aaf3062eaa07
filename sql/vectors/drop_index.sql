-- Drops the index of nearest vectors.
DROP TABLE IF EXISTS vector_index;
