-- The subjects with more current statements than a read follows, most first.
-- in: :subjects (JSON array of [stream id, subject key]), :max_values (statements a subject)
-- out: subject_key, statements
-- uses: primary key of latest
SELECT l.subject_key, count(*) AS statements
FROM json_each(:subjects) AS wanted
CROSS JOIN latest AS l ON l.stream_id = wanted.value ->> 0 AND l.subject_key = wanted.value ->> 1
WHERE l.positive = 1
GROUP BY l.stream_id, l.subject_key
HAVING count(*) > :max_values
ORDER BY statements DESC, l.subject_key;
