-- The claims of a packet in order: the rules' and a model's.
-- in: :packet
-- out: extraction_id, ordinal, claim, people, keywords (JSON arrays), event_time, tokens (words)
-- uses: extractions_by_packet, primary key of descriptors
SELECT d.extraction_id, d.ordinal, d.claim, d.people, d.keywords, d.event_time, d.tokens
FROM extractions AS e CROSS JOIN descriptors AS d ON d.extraction_id = e.id
WHERE e.packet_id = :packet
ORDER BY d.extraction_id, d.ordinal;
