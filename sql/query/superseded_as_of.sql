-- Which statements of some packets had been corrected, replaced by another value or denied at a moment, and by what.
-- in: :packets (JSON array of packet ids), :until (sortable UTC time), :position (of the stream)
-- out: packet_id, stream_id, subject_key, relation (name), descriptor (ordinal or null),
--      frontend, object, replacement (the value then in force, or null when the statement was denied without another),
--      replaced_in (packet), corrected (1 where it was a slip that its speaker put right)
-- uses: extractions_by_packet, assertions_by_extraction, assertions_by_slot, assertions_by_corrected, primary keys of
--       assertions and relations
SELECT
    a.packet_id, a.stream_id, a.subject_key, r.name AS relation, a.descriptor, e.frontend, a.object,
    CASE WHEN n.positive = 1 THEN n.object WHEN c.positive = 1 THEN c.object END AS replacement,
    ifnull(c.packet_id, n.packet_id) AS replaced_in, c.id IS NOT NULL AS corrected
FROM json_each(:packets) AS wanted
CROSS JOIN extractions AS e ON e.packet_id = wanted.value
CROSS JOIN assertions AS a ON a.extraction_id = e.id
CROSS JOIN relations AS r ON r.id = a.relation_id
LEFT JOIN assertions AS n ON n.id = (
    SELECT w.id FROM assertions AS w
    WHERE w.stream_id = a.stream_id AND w.subject_key = a.subject_key AND w.relation_id = a.relation_id
        AND w.slot = a.slot AND w.asserted_at <= :until AND w.position <= :position
        AND NOT EXISTS (
            SELECT 1 FROM assertions AS s
            WHERE s.corrects = w.id AND s.asserted_at <= :until AND s.position <= :position)
        AND (w.positive = 1 OR w.corrects IS NULL AND w.object_key IN ('', ifnull((
            SELECT v.object_key FROM assertions AS v
            WHERE v.stream_id = a.stream_id AND v.subject_key = a.subject_key AND v.relation_id = a.relation_id
                AND v.slot = a.slot AND v.positive = 1 AND v.asserted_at <= :until AND v.position <= :position
                AND NOT EXISTS (
                    SELECT 1 FROM assertions AS s
                    WHERE s.corrects = v.id AND s.asserted_at <= :until AND s.position <= :position)
            ORDER BY v.asserted_at DESC, v.position DESC, v.id DESC LIMIT 1), w.object_key)))
    ORDER BY w.asserted_at DESC, w.position DESC, w.id DESC LIMIT 1)
LEFT JOIN assertions AS c ON c.corrects = a.id AND c.asserted_at <= :until AND c.position <= :position
WHERE a.positive = 1 AND (c.id IS NOT NULL OR n.id <> a.id AND (n.positive = 0 OR n.object_key <> a.object_key));
