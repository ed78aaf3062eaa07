-- Where some packets stand.
-- in: :packets (JSON array of packet ids)
-- out: session_id, turn_index, packet_id, stream_id, position, said_at
-- uses: primary key of packets
SELECT p.session_id, p.turn_index, p.id AS packet_id, p.stream_id, p.position, p.said_at
FROM json_each(:packets) AS wanted
CROSS JOIN packets AS p ON p.id = wanted.value;
