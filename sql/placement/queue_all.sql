-- Has the claims of all packets placed anew, but those of streams of facts.
-- uses: packets_by_position
INSERT OR IGNORE INTO unplaced_packets (packet_id)
SELECT p.id FROM streams AS s CROSS JOIN packets AS p ON p.stream_id = s.id
WHERE s.profile <> 'facts';
