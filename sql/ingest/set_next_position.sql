-- Remembers the position that the next packet of a stream takes.
-- in: :stream_id, :next_position
-- uses: primary key of streams
UPDATE streams SET next_position = :next_position WHERE id = :stream_id;
