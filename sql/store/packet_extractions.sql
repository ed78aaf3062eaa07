-- What each frontend made of one packet.
-- in: :packet
-- out: frontend, status, reason
-- uses: extractions_by_packet
SELECT frontend, status, reason FROM extractions WHERE packet_id = :packet ORDER BY frontend;
