-- Empties the list of speakers of one stream before they are counted again.
-- in: :stream_id
-- uses: primary key of speakers
DELETE FROM speakers WHERE stream_id = :stream_id;
