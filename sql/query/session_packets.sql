-- The packets of one session in full, in the order in which they were stored.
-- in: :stream_id, :session (its label)
-- out: id, stream, session, position, turn_index, turn, speaker, said_at, content, caption, image_query,
--      session_started_at
-- uses: unique index of sessions (stream_id, label), packets_by_turn, primary key of streams
SELECT
    p.id, s.name AS stream, n.label AS session, p.position, p.turn_index, p.turn, p.speaker, p.said_at, p.content,
    p.caption, p.image_query, n.started_at AS session_started_at
FROM sessions AS n
CROSS JOIN packets AS p ON p.session_id = n.id
CROSS JOIN streams AS s ON s.id = n.stream_id
WHERE n.stream_id = :stream_id AND n.label = :session
ORDER BY p.turn_index;
