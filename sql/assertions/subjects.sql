-- The subjects of some streams, in alphabetical order.
-- in: :streams (JSON array of stream ids)
-- out: subject_key
-- uses: primary key of latest
SELECT DISTINCT l.subject_key FROM latest AS l
WHERE l.stream_id IN (SELECT value FROM json_each(:streams))
ORDER BY l.subject_key;
