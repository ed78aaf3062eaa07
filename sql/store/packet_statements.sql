-- The statements of one packet with whether each still holds.
-- in: :packet
-- out: frontend, subject, relation, object, positive (0 or 1), current (0 or 1)
-- uses: extractions_by_packet, assertions_by_extraction, primary keys of relations and latest
SELECT
    e.frontend, a.subject, r.name AS relation, a.object, a.positive,
    EXISTS (
        SELECT 1 FROM latest AS l
        WHERE l.stream_id = a.stream_id AND l.subject_key = a.subject_key AND l.relation_id = a.relation_id
            AND l.slot = a.slot AND l.assertion_id = a.id) AS current
FROM extractions AS e
CROSS JOIN assertions AS a ON a.extraction_id = e.id
CROSS JOIN relations AS r ON r.id = a.relation_id
WHERE e.packet_id = :packet
ORDER BY a.id;
