-- Which spans of a question are subjects of current statements: each span is looked up, no key is scanned.
-- in: :streams (JSON array of stream ids), :spans (JSON array of normalised spans)
-- out: span (index into :spans), stream_id
-- uses: primary key of latest
SELECT span.key AS span, stream.value AS stream_id
FROM json_each(:streams) AS stream CROSS JOIN json_each(:spans) AS span
WHERE EXISTS (SELECT 1 FROM latest AS l WHERE l.stream_id = stream.value AND l.subject_key = span.value);
