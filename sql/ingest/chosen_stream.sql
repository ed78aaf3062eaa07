-- The packets of one stream.
-- in: :stream_id
-- out: id
-- uses: packets_by_position
SELECT id FROM packets WHERE stream_id = :stream_id;
