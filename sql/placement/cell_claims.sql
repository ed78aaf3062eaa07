-- The claims of a Cell in the order in which they were placed, as placement sees them.
-- in: :cell_id
-- out: id, packet_id, session_index, tokens (words), people, keywords (JSON arrays of keys), negated (0 or 1)
-- uses: cell_members_by_cell, primary key of claim_documents
SELECT d.id, d.packet_id, d.session_index, d.tokens, d.people, d.keywords, d.negated
FROM cell_members AS m CROSS JOIN claim_documents AS d ON d.id = m.claim_id
WHERE m.cell_id = :cell_id
ORDER BY d.id;
