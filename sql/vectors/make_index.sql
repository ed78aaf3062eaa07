-- Makes the index of nearest vectors: one bit a dimension, its sign; derived from packet_vectors.
-- DIMENSION stands for a whole number, which no parameter can be in a definition.
CREATE VIRTUAL TABLE IF NOT EXISTS vector_index USING vec0(
    place INTEGER PRIMARY KEY,
    stream_id INTEGER,
    vector BIT[DIMENSION]
);
