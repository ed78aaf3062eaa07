-- The claims of a Cell in the order in which they were placed, as their texts say it.
-- in: :cell_id
-- out: claim, people, keywords (JSON arrays, as written)
-- uses: cell_members_by_cell, primary key of claim_documents, primary key of descriptors
SELECT t.claim, t.people, t.keywords
FROM cell_members AS m
CROSS JOIN claim_documents AS d ON d.id = m.claim_id
CROSS JOIN descriptors AS t ON t.extraction_id = d.extraction_id AND t.ordinal = d.ordinal
WHERE m.cell_id = :cell_id
ORDER BY d.id;
