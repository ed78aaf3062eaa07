-- The claims of some packets in order, as each frontend that finished reads them.
-- in: :packets (JSON array of packet ids)
-- out: packet_id, frontend, ordinal, claim, event_time
-- uses: extractions_by_packet, primary key of descriptors
SELECT e.packet_id, e.frontend, d.ordinal, d.claim, d.event_time
FROM json_each(:packets) AS wanted
CROSS JOIN extractions AS e ON e.packet_id = wanted.value
CROSS JOIN descriptors AS d ON d.extraction_id = e.id
ORDER BY e.packet_id, e.frontend, d.ordinal;
