-- How many packets of a stream a model has not read: of a fact stream those that the rules left unresolved.
-- in: :stream_id, :every (0 or 1: whether all packets count)
-- out: packets (count)
-- uses: packets_by_position, extractions_by_packet
SELECT count(*) AS packets
FROM packets AS p
WHERE p.stream_id = :stream_id
    AND EXISTS (
        SELECT 1 FROM extractions AS r
        WHERE r.packet_id = p.id AND r.frontend = 'rules' AND (:every = 1 OR r.status = 'unresolved'))
    AND NOT EXISTS (
        SELECT 1 FROM extractions AS e
        WHERE e.packet_id = p.id AND e.frontend <> 'rules' AND e.status <> 'pending');
