-- The claims of one packet.
-- in: :packet
-- out: frontend, ordinal, claim, people, keywords (JSON arrays), event_time, tokens (words), event (msgpack)
-- uses: extractions_by_packet, primary key of descriptors
SELECT e.frontend, d.ordinal, d.claim, d.people, d.keywords, d.event_time, d.tokens, d.event
FROM extractions AS e CROSS JOIN descriptors AS d ON d.extraction_id = e.id
WHERE e.packet_id = :packet
ORDER BY e.frontend = 'rules' DESC, e.frontend, d.ordinal;
