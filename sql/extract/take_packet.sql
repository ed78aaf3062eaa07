-- Takes the next packet of a stream, in source order, that a model has not read and that nobody holds. One that is held
-- for longer than anybody takes it was taken before the clock was set back.
-- in: :stream_id, :after (position), :now (Unix seconds), :until (Unix seconds), :owner
-- out: id (of the extraction), packet_id, attempts (that failed before)
-- uses: packets_by_position, extractions_by_packet
INSERT INTO extractions (stream_id, packet_id, frontend, status, leased_until, owner)
SELECT p.stream_id, p.id, 'llm', 'pending', :until, :owner
FROM packets AS p
WHERE p.stream_id = :stream_id AND p.position > :after
    AND EXISTS (
        SELECT 1 FROM extractions AS r
        WHERE r.packet_id = p.id AND r.frontend = 'rules')
    AND NOT EXISTS (
        SELECT 1 FROM extractions AS e
        WHERE e.packet_id = p.id AND e.frontend <> 'rules'
            AND (e.status <> 'pending' OR (e.leased_until > :now AND e.leased_until <= :until)))
ORDER BY p.position
LIMIT 1
ON CONFLICT (packet_id, frontend) DO UPDATE SET leased_until = excluded.leased_until, owner = excluded.owner
RETURNING id, packet_id, attempts;
