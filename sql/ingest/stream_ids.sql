-- The ids of all streams.
-- out: id
SELECT id FROM streams;
