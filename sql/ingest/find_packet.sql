-- The packet of a stream that has this hash.
-- in: :stream_id, :content_hash (16 bytes)
-- out: id, position, turn_index
-- uses: packets_by_hash
SELECT id, position, turn_index FROM packets WHERE stream_id = :stream_id AND content_hash = :content_hash;
