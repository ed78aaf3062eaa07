-- Takes those of some packets that a model has not read and that nobody else holds.
-- in: :packets (JSON array of packet ids), :now (Unix seconds), :until (Unix seconds), :owner
-- out: id (of the extraction), packet_id, attempts (that failed before)
-- uses: primary key of packets, extractions_by_packet
INSERT INTO extractions (stream_id, packet_id, frontend, status, leased_until, owner)
SELECT p.stream_id, p.id, 'llm', 'pending', :until, :owner
FROM json_each(:packets) AS one CROSS JOIN packets AS p ON p.id = one.value
WHERE NOT EXISTS (
    SELECT 1 FROM extractions AS e
    WHERE e.packet_id = p.id AND e.frontend <> 'rules'
        AND (e.status <> 'pending' OR (e.leased_until > :now AND e.leased_until <= :until AND e.owner <> :owner)))
ON CONFLICT (packet_id, frontend) DO UPDATE SET leased_until = excluded.leased_until, owner = excluded.owner
RETURNING id, packet_id, attempts;
