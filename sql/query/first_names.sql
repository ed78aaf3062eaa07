-- Which words of a question are first names of speakers, for streams of dialogue and notes.
-- in: :streams (JSON array of stream ids), :words (JSON array of normalised words)
-- out: word (index into :words), stream_id, person_key
-- uses: speakers_by_first_name
SELECT word.key AS word, s.stream_id, s.person_key
FROM json_each(:streams) AS stream CROSS JOIN json_each(:words) AS word
CROSS JOIN speakers AS s ON s.stream_id = stream.value AND s.first_name = word.value
ORDER BY word.key, s.person_key;
