-- The packets of a stream that a model has not read, in source order. Of a fact stream those that the rules left
-- unresolved, unless :every is 1.
-- in: :stream_id, :every (0 or 1)
-- out: packet_id
-- uses: packets_by_position, extractions_by_packet
SELECT p.id AS packet_id
FROM packets AS p
WHERE p.stream_id = :stream_id
    AND EXISTS (
        SELECT 1 FROM extractions AS r
        WHERE r.packet_id = p.id AND r.frontend = 'rules' AND (:every = 1 OR r.status = 'unresolved'))
    AND NOT EXISTS (
        SELECT 1 FROM extractions AS e
        WHERE e.packet_id = p.id AND e.frontend <> 'rules' AND e.status <> 'pending')
ORDER BY p.position;
