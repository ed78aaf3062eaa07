-- The first packets whose claims are still to be placed.
-- in: :most
-- out: packet_id
SELECT packet_id FROM unplaced_packets ORDER BY packet_id LIMIT :most;
