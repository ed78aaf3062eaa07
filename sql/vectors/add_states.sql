-- Stores the token states of one piece of a packet, unless they are there or its vector is not.
-- in: :packet_id, :piece, :tokens (16-bit ids), :states (signed bytes)
-- uses: primary key of packet_vectors
INSERT OR IGNORE INTO packet_states (packet_id, piece, tokens, states)
SELECT v.packet_id, v.piece, :tokens, :states FROM packet_vectors AS v
WHERE v.packet_id = :packet_id AND v.piece = :piece;
