-- The speakers of some streams.
-- in: :streams (JSON array of stream ids)
-- out: name, person_key, first_name
-- uses: primary key of speakers
SELECT s.name, s.person_key, s.first_name
FROM json_each(:streams) AS stream CROSS JOIN speakers AS s ON s.stream_id = stream.value;
