-- Drops what is left of a part of the index of nearest vectors.
-- PART stands for the end of a name, which no parameter can be.
DROP TABLE IF EXISTS vector_index_PART;
