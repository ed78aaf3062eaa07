-- Deletes the token states that no vector stands beside.
-- uses: primary key of packet_vectors
DELETE FROM packet_states WHERE NOT EXISTS (
    SELECT 1 FROM packet_vectors AS v WHERE v.packet_id = packet_states.packet_id AND v.piece = packet_states.piece);
