-- Puts something in the place of a missing part of the index of nearest vectors, so that it can be dropped with it.
-- PART stands for the end of a name, which no parameter can be.
CREATE TABLE IF NOT EXISTS vector_index_PART (place INTEGER PRIMARY KEY);
