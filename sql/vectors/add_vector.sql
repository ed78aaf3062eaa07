-- Stores the vector of one piece of a packet, unless it is there or the packet was forgotten meanwhile.
-- in: :packet_id, :piece (from 0), :embedder_id, :vector (signed bytes)
-- out: stream_id (of the packet; no row when nothing was stored)
-- uses: primary key of packets
INSERT OR IGNORE INTO packet_vectors (packet_id, piece, embedder_id, vector)
SELECT p.id, :piece, :embedder_id, :vector FROM packets AS p WHERE p.id = :packet_id
RETURNING (SELECT stream_id FROM packets WHERE id = packet_vectors.packet_id) AS stream_id;
