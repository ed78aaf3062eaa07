-- The packets after an id with what tells whether they and their lexical documents are as they were stored: one page of a
-- check.
-- in: :after (packet id), :most (rows)
-- out: id, label (of the session), turn, speaker, said_at, content, caption, image_query, content_hash, started_at (of the
--      session), terms, length, asks, has_time, first_person (null without a document)
-- uses: primary keys of packets, sessions and documents
SELECT
    p.id, n.label, p.turn, p.speaker, p.said_at, p.content, p.caption, p.image_query, p.content_hash, n.started_at,
    d.terms, d.length, d.asks, d.has_time, d.first_person
FROM packets AS p
CROSS JOIN sessions AS n ON n.id = p.session_id
LEFT JOIN documents AS d ON d.packet_id = p.id
WHERE p.id > :after
ORDER BY p.id
LIMIT :most;
