-- Who spoke in a stream and how often, as written, in the order of their first packet.
-- in: :stream_id
-- out: speaker, packets (count)
-- uses: packets_by_position
SELECT speaker, count(*) AS packets FROM packets
WHERE stream_id = :stream_id AND speaker <> ''
GROUP BY speaker
ORDER BY min(position);
