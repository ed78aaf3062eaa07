-- How many vectors the file holds.
-- out: vectors
SELECT count(*) AS vectors FROM packet_vectors;
