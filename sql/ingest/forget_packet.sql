-- Forgets one packet; what was derived from it goes with it.
-- in: :packet
-- out: id
-- uses: primary key of packets
DELETE FROM packets WHERE id = :packet RETURNING id;
