-- The claims in force of a packet in order: a model's where it made any, else the rules'.
-- in: :packet
-- out: extraction_id, ordinal, claim, people, keywords (JSON arrays), event_time, tokens (words)
-- uses: extractions_by_packet, primary key of descriptors
SELECT d.extraction_id, d.ordinal, d.claim, d.people, d.keywords, d.event_time, d.tokens
FROM extractions AS e CROSS JOIN descriptors AS d ON d.extraction_id = e.id
WHERE e.packet_id = :packet
    AND (e.frontend <> 'rules' OR NOT EXISTS (
        SELECT 1 FROM extractions AS m CROSS JOIN descriptors AS o ON o.extraction_id = m.id
        WHERE m.packet_id = :packet AND m.frontend <> 'rules'))
ORDER BY d.extraction_id, d.ordinal;
