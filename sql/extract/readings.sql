-- What models made of the packets of a stream, in source order, after a position: one page. `alone` is whether it stands in
-- place of what the rules stated.
-- in: :stream_id, :after (position), :most (rows)
-- out: id (of the extraction), position, content_hash (16 bytes), frontend, model, status, reason, alone (0 or 1)
-- uses: packets_by_position, extractions_by_packet, assertions_by_extraction
SELECT
    e.id, p.position, p.content_hash, e.frontend, e.model, e.status, e.reason,
    EXISTS (
        SELECT 1 FROM extractions AS r
        WHERE r.packet_id = p.id AND r.frontend = 'rules' AND r.status = 'facts'
            AND NOT EXISTS (SELECT 1 FROM assertions AS a WHERE a.extraction_id = r.id)) AS alone
FROM packets AS p CROSS JOIN extractions AS e ON e.packet_id = p.id
WHERE p.stream_id = :stream_id AND p.position > :after
    AND e.frontend <> 'rules' AND e.status IN ('facts', 'unresolved', 'no_fact')
ORDER BY p.position
LIMIT :most;
