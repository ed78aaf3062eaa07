-- Copies the packets of some streams to the plain copy.
-- in: :streams (JSON array of stream ids)
-- uses: packets_by_position, primary keys of sessions and streams
INSERT INTO plain.packets (
    id, stream, session, session_id, position, turn, speaker, said_at, content, caption, image_query, source_id)
SELECT
    p.id, s.name, n.label, p.session_id, p.position, p.turn, p.speaker, p.said_at, p.content, p.caption, p.image_query,
    p.source_id
FROM main.packets AS p
CROSS JOIN main.sessions AS n ON n.id = p.session_id
CROSS JOIN main.streams AS s ON s.id = p.stream_id
WHERE p.stream_id IN (SELECT value FROM json_each(:streams));
