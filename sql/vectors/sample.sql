-- The packets that stand at some positions of streams, or next after them; each once.
-- in: :positions (JSON array of [stream id, position])
-- out: packet_id
-- uses: packets_by_position, primary key of packets
SELECT DISTINCT p.id AS packet_id
FROM json_each(:positions) AS wanted
CROSS JOIN packets AS p ON p.id = (
    SELECT q.id FROM packets AS q
    WHERE q.stream_id = wanted.value ->> 0 AND q.position >= wanted.value ->> 1
    ORDER BY q.position
    LIMIT 1);
