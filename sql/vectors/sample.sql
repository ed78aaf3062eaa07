-- The packets that stand at some positions of streams, or next after them; each once.
-- in: :positions (JSON array of [stream id, position])
-- out: packet_id (null for positions after the last packet)
-- uses: packets_by_position
SELECT DISTINCT (
    SELECT p.id FROM packets AS p
    WHERE p.stream_id = wanted.value ->> 0 AND p.position >= wanted.value ->> 1
    ORDER BY p.position
    LIMIT 1) AS packet_id
FROM json_each(:positions) AS wanted;
