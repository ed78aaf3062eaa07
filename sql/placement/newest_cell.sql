-- The Cell that was begun last in a bucket of a stream.
-- in: :stream_id, :bucket
-- out: id, members
-- uses: cells_by_bucket
SELECT id, members FROM cells WHERE stream_id = :stream_id AND bucket = :bucket ORDER BY id DESC LIMIT 1;
