-- What each frontend made of one packet.
-- in: :packet
-- out: frontend, status, reason, model (its name, or null), attempts (that failed)
-- uses: extractions_by_packet
SELECT frontend, status, reason, model, attempts FROM extractions
WHERE packet_id = :packet
ORDER BY frontend = 'rules' DESC, frontend;
