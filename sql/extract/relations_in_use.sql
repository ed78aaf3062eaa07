-- The relations of some streams, those of most statements first.
-- in: :streams (JSON array of stream ids), :most (rows)
-- out: name
-- uses: assertions_by_slot, primary key of relations
SELECT r.name
FROM (
    SELECT a.relation_id, count(*) AS statements
    FROM json_each(:streams) AS stream CROSS JOIN assertions AS a ON a.stream_id = stream.value
    GROUP BY a.relation_id) AS used
CROSS JOIN relations AS r ON r.id = used.relation_id
ORDER BY used.statements DESC, r.name
LIMIT :most;
