-- The packets after an id with the start of their session: one page of a re-index.
-- in: :after (packet id), :most (rows)
-- out: id, stream_id, session_id, turn_index, speaker, said_at, content, caption, image_query, started_at
-- uses: primary keys of packets and sessions
SELECT
    p.id, p.stream_id, p.session_id, p.turn_index, p.speaker, p.said_at, p.content, p.caption, p.image_query,
    n.started_at
FROM packets AS p CROSS JOIN sessions AS n ON n.id = p.session_id
WHERE p.id > :after
ORDER BY p.id
LIMIT :most;
