-- Sets how the claims of a stream are grouped from now on.
-- in: :stream_id, :layout
-- uses: primary key of streams
UPDATE streams SET layout = :layout WHERE id = :stream_id;
