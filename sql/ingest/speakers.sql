-- The speakers of a stream.
-- in: :stream_id
-- out: name (as written)
-- uses: primary key of speakers
SELECT name FROM speakers WHERE stream_id = :stream_id;
