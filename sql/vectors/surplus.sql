-- The places of the index whose vector is not in packet_vectors; 1048576 is the number of places that a packet has.
-- out: place
-- uses: primary key of packet_vectors
SELECT i.place
FROM vector_index AS i
WHERE NOT EXISTS (
    SELECT 1 FROM packet_vectors AS v WHERE v.packet_id = i.place / 1048576 AND v.piece = i.place % 1048576);
