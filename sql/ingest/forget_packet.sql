-- Forgets one packet; what was derived from it goes with it.
-- in: :packet
-- out: stream_id
-- uses: primary key of packets
DELETE FROM packets WHERE id = :packet RETURNING stream_id;
