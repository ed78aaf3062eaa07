-- Which statements of some packets have been replaced by another value or denied, and by what.
-- in: :packets (JSON array of packet ids)
-- out: packet_id, stream_id, subject_key, relation (name), descriptor (ordinal or null),
--      frontend, object, replacement (the value now in force, or null when the statement was denied without another),
--      replaced_in (packet)
-- uses: extractions_by_packet, assertions_by_extraction, primary keys of latest, assertions and relations
SELECT
    a.packet_id, a.stream_id, a.subject_key, r.name AS relation, a.descriptor, e.frontend, a.object,
    CASE WHEN l.positive = 1 THEN n.object END AS replacement, n.packet_id AS replaced_in
FROM json_each(:packets) AS wanted
CROSS JOIN extractions AS e ON e.packet_id = wanted.value
CROSS JOIN assertions AS a ON a.extraction_id = e.id
CROSS JOIN latest AS l
    ON l.stream_id = a.stream_id AND l.subject_key = a.subject_key AND l.relation_id = a.relation_id
    AND l.slot = a.slot
CROSS JOIN assertions AS n ON n.id = l.assertion_id
CROSS JOIN relations AS r ON r.id = a.relation_id
WHERE a.positive = 1 AND l.assertion_id <> a.id AND (l.positive = 0 OR l.object_key <> a.object_key);
