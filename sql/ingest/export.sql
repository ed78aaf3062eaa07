-- The packets of one stream in source order, after a position: one page of an export.
-- in: :stream_id, :after (position), :most (rows)
-- out: position, session, session_index, started_at, turn_index, turn, speaker, said_at, content, caption, image_query
-- uses: packets_by_position, primary key of sessions
SELECT
    p.position, n.label AS session, n.session_index, n.started_at, p.turn_index, p.turn, p.speaker, p.said_at,
    p.content, p.caption, p.image_query
FROM packets AS p CROSS JOIN sessions AS n ON n.id = p.session_id
WHERE p.stream_id = :stream_id AND p.position > :after
ORDER BY p.position
LIMIT :most;
