-- Adds one vector to the index.
-- in: :place (packet id times 2^20, plus the piece), :stream_id, :vector (bits)
INSERT INTO vector_index (place, stream_id, vector) VALUES (:place, :stream_id, vec_bit(:vector));
