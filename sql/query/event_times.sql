-- When the claims of some packets happened, as far as they tell.
-- in: :packets (JSON array of packet ids)
-- out: packet_id, event_time
-- uses: extractions_by_packet, primary key of descriptors
SELECT DISTINCT e.packet_id, d.event_time
FROM json_each(:packets) AS wanted
CROSS JOIN extractions AS e ON e.packet_id = wanted.value
CROSS JOIN descriptors AS d ON d.extraction_id = e.id
WHERE d.event_time <> '';
