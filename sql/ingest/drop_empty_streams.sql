-- Removes streams that lost their last packet.
-- out: id
-- uses: packets_by_position
DELETE FROM streams WHERE NOT EXISTS (SELECT 1 FROM packets AS p WHERE p.stream_id = streams.id) RETURNING id;
