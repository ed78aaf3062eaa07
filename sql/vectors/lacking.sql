-- How many vectors the index lacks; 1048576 is the number of places that a packet has.
-- out: vectors
SELECT count(*) AS vectors
FROM packet_vectors AS v
WHERE v.packet_id * 1048576 + v.piece NOT IN (SELECT i.place FROM vector_index AS i);
