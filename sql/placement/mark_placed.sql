-- Notes that the claims of a packet were placed.
-- in: :packet
-- uses: primary key of unplaced_packets
DELETE FROM unplaced_packets WHERE packet_id = :packet;
