-- Packets spread evenly over a stream by position.
-- in: :positions (JSON array of positions), :stream_id
-- out: packet_id
-- uses: packets_by_position
SELECT p.id AS packet_id
FROM json_each(:positions) AS wanted
CROSS JOIN packets AS p ON p.stream_id = :stream_id AND p.position = wanted.value;
