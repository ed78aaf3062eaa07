-- The Cells of some claims, as a question meets them.
-- in: :claims (JSON array of claim ids)
-- out: id, members, tokens, temporal (members with a time), title, keywords, people (JSON arrays of keys)
-- uses: primary keys of cell_members and cells, cell_terms_by_cell
SELECT
    c.id, c.members, c.tokens, c.temporal, c.title,
    (SELECT json_group_array(k.term) FROM cell_terms AS k WHERE k.cell_id = c.id AND k.kind = 'keyword') AS keywords,
    (SELECT json_group_array(p.term) FROM cell_terms AS p WHERE p.cell_id = c.id AND p.kind = 'person') AS people
FROM (
    SELECT DISTINCT m.cell_id
    FROM json_each(:claims) AS wanted CROSS JOIN cell_members AS m ON m.claim_id = wanted.value
) AS touched
CROSS JOIN cells AS c ON c.id = touched.cell_id
ORDER BY c.id;
