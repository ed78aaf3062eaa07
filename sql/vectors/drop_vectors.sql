-- Deletes every vector; the token states go with them.
DELETE FROM packet_vectors;
