-- Has the claims of all packets of a stream placed anew, unless it is a stream of facts.
-- in: :stream_id
-- uses: packets_by_position, primary key of streams
INSERT OR IGNORE INTO unplaced_packets (packet_id)
SELECT p.id FROM streams AS s CROSS JOIN packets AS p ON p.stream_id = s.id
WHERE s.id = :stream_id AND s.profile <> 'facts';
