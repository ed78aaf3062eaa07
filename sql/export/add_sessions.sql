-- Copies the sessions of some streams to the plain copy.
-- in: :streams (JSON array of stream ids)
-- uses: sessions_by_index, primary key of streams
INSERT INTO plain.sessions (id, stream, name, number, started_at)
SELECT n.id, s.name, n.label, n.session_index, n.started_at
FROM main.sessions AS n CROSS JOIN main.streams AS s ON s.id = n.stream_id
WHERE n.stream_id IN (SELECT value FROM json_each(:streams));
