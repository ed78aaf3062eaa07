-- Forgets the packets of one stream.
-- in: :stream_id
-- out: stream_id
-- uses: packets_by_position
DELETE FROM packets WHERE stream_id = :stream_id RETURNING stream_id;
