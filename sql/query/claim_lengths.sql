-- How long some claims are, and the turns that they answer for: of rules the first claim does for its own and the one before.
-- in: :claims (JSON array of claim ids)
-- out: id, length (terms), turn, before (terms of its turn and of the one before, or 0)
-- uses: primary keys of claim_documents, extractions, packets and documents, packets_by_turn
SELECT d.id, d.length, ifnull(t.length, 0) AS turn, ifnull(b.length, 0) AS before
FROM json_each(:claims) AS wanted
CROSS JOIN claim_documents AS d ON d.id = wanted.value
CROSS JOIN extractions AS e ON e.id = d.extraction_id
CROSS JOIN packets AS p ON p.id = d.packet_id
LEFT JOIN documents AS t ON t.packet_id = p.id AND d.ordinal = 0 AND e.frontend = 'rules'
LEFT JOIN packets AS q ON q.session_id = p.session_id AND q.turn_index = p.turn_index - 1 AND t.packet_id IS NOT NULL
LEFT JOIN documents AS b ON b.packet_id = q.id
ORDER BY wanted.key;
