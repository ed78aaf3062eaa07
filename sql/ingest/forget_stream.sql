-- Forgets the packets of one stream.
-- in: :stream_id
-- out: id
-- uses: packets_by_position
DELETE FROM packets WHERE stream_id = :stream_id RETURNING id;
