-- One packet, if it is there.
-- in: :packet
-- out: id
-- uses: primary key of packets
SELECT id FROM packets WHERE id = :packet;
