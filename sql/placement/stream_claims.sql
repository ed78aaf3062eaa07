-- How many claims and Cells a stream has.
-- in: :stream_id
-- out: claims, cells
-- uses: primary key of streams, cells_by_bucket
SELECT s.claims, (SELECT count(*) FROM cells AS c WHERE c.stream_id = s.id) AS cells
FROM streams AS s WHERE s.id = :stream_id;
