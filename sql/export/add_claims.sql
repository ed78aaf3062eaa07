-- Copies the claims in force of some streams to the plain copy.
-- in: :streams (JSON array of stream ids)
-- uses: primary keys of descriptors and extractions
INSERT INTO plain.claims (id, packet_id, frontend, claim, event_time, people, keywords)
SELECT c.id, c.packet_id, e.frontend, d.claim, d.event_time, d.people, d.keywords
FROM main.claim_documents AS c
CROSS JOIN main.descriptors AS d ON d.extraction_id = c.extraction_id AND d.ordinal = c.ordinal
CROSS JOIN main.extractions AS e ON e.id = c.extraction_id
WHERE c.stream_id IN (SELECT value FROM json_each(:streams));
