-- Which statements of some packets were corrected, replaced by another value or denied, and by what.
-- in: :packets (JSON array of packet ids)
-- out: packet_id, stream_id, subject_key, relation (name), descriptor (ordinal or null),
--      frontend, object, replacement (the value now in force, or null when the statement was denied without another),
--      replaced_in (packet), corrected (1 where it was a slip that its speaker put right)
-- uses: extractions_by_packet, assertions_by_extraction, assertions_by_corrected, primary keys of latest, assertions and
--       relations
SELECT
    a.packet_id, a.stream_id, a.subject_key, r.name AS relation, a.descriptor, e.frontend, a.object,
    CASE WHEN n.positive = 1 THEN n.object WHEN c.positive = 1 THEN c.object END AS replacement,
    ifnull(c.packet_id, n.packet_id) AS replaced_in, c.id IS NOT NULL AS corrected
FROM json_each(:packets) AS wanted
CROSS JOIN extractions AS e ON e.packet_id = wanted.value
CROSS JOIN assertions AS a ON a.extraction_id = e.id
CROSS JOIN relations AS r ON r.id = a.relation_id
LEFT JOIN latest AS l
    ON l.stream_id = a.stream_id AND l.subject_key = a.subject_key AND l.relation_id = a.relation_id
    AND l.slot = a.slot
LEFT JOIN assertions AS n ON n.id = l.assertion_id
LEFT JOIN assertions AS c ON c.corrects = a.id
WHERE a.positive = 1 AND (c.id IS NOT NULL OR n.id <> a.id AND (n.positive = 0 OR n.object_key <> a.object_key));
