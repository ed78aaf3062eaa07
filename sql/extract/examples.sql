-- What a model read in the packets of a stream that it read as one statement, in source order.
-- in: :stream_id
-- out: packet_id, subject, relation, object
-- uses: extractions_by_frontend, assertions_by_extraction, primary keys of packets and relations
SELECT p.id AS packet_id, a.subject, r.name AS relation, a.object
FROM extractions AS e
CROSS JOIN assertions AS a ON a.extraction_id = e.id
CROSS JOIN relations AS r ON r.id = a.relation_id
CROSS JOIN packets AS p ON p.id = e.packet_id
WHERE e.frontend = 'llm' AND e.frontend <> 'rules' AND e.status = 'facts' AND e.stream_id = :stream_id AND a.positive = 1
GROUP BY e.id
HAVING count(*) = 1
ORDER BY p.position;
