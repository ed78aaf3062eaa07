-- The claims of some Cells, Cell by Cell, in the order of their placement.
-- in: :cells (JSON array of cell ids)
-- out: claim_id
-- uses: cell_members_by_cell
SELECT m.claim_id
FROM json_each(:cells) AS wanted CROSS JOIN cell_members AS m ON m.cell_id = wanted.value
ORDER BY wanted.key, m.claim_id;
