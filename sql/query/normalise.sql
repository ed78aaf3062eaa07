-- The plane boundary (section A6): candidates of all channels become one pool of packets. The representative of a packet
-- is its best candidate (the earliest among equals), so no source can take two places.
-- in: :candidates (JSON array of [packet id, channel, score, claim id or null], in candidate order)
-- out: packet_id, score (largest of the packet's), channels (comma-separated, in candidate order), claim_id (of the
--      representative)
WITH candidates AS (
    SELECT
        c.key AS place, c.value ->> 0 AS packet_id, c.value ->> 1 AS channel, c.value ->> 2 AS score,
        first_value(c.value ->> 3) OVER (PARTITION BY c.value ->> 0 ORDER BY c.value ->> 2 DESC, c.key) AS claim_id
    FROM json_each(:candidates) AS c
    ORDER BY c.key
)
SELECT packet_id, max(score) AS score, group_concat(channel, ',') AS channels, max(claim_id) AS claim_id
FROM candidates
GROUP BY packet_id
ORDER BY score DESC, min(place), packet_id;
