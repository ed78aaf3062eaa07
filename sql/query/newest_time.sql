-- When the newest record of each stream was made, as it was told.
-- in: :streams (JSON array of stream ids)
-- out: said_at (ISO 8601 or null)
-- uses: packets_by_position
SELECT p.said_at
FROM json_each(:streams) AS stream
CROSS JOIN packets AS p ON p.stream_id = stream.value AND p.position = (
    SELECT max(q.position) FROM packets AS q WHERE q.stream_id = stream.value);
