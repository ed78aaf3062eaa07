-- Some packets in full, with their stream and session.
-- in: :packets (JSON array of packet ids)
-- out: id, stream, session, position, turn_index, turn, speaker, said_at, content, caption, image_query,
--      session_started_at
-- uses: primary keys of packets, streams and sessions
SELECT
    p.id, s.name AS stream, n.label AS session, p.position, p.turn_index, p.turn, p.speaker, p.said_at, p.content,
    p.caption, p.image_query, n.started_at AS session_started_at
FROM json_each(:packets) AS wanted
CROSS JOIN packets AS p ON p.id = wanted.value
CROSS JOIN streams AS s ON s.id = p.stream_id
CROSS JOIN sessions AS n ON n.id = p.session_id;
