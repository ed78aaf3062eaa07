-- How many claims are in no Cell though the layout of their stream has some, how many Cells disagree with their members or
-- are not described, and how many terms of Cells are counted wrongly.
-- out: homeless (claims), wrong_cells, wrong_terms (rows missing, too many or different)
-- uses: primary keys of streams, cell_members, claim_documents and cell_terms, cell_terms_by_cell
WITH counted (cell_id, members, tokens, temporal, first_session, last_session) AS MATERIALIZED (
    SELECT
        m.cell_id, count(*), sum(d.tokens), sum(d.temporal), min(d.session_index), max(d.session_index)
    FROM cell_members AS m CROSS JOIN claim_documents AS d ON d.id = m.claim_id
    GROUP BY m.cell_id
), having_terms (stream_id, kind, term, cell_id, members) AS MATERIALIZED (
    SELECT d.stream_id, 'keyword', term.value, m.cell_id, count(*)
    FROM cell_members AS m CROSS JOIN claim_documents AS d ON d.id = m.claim_id
    CROSS JOIN json_each(CASE WHEN json_valid(d.keywords) THEN d.keywords ELSE '[]' END) AS term
    GROUP BY d.stream_id, term.value, m.cell_id
    UNION ALL
    SELECT d.stream_id, 'person', term.value, m.cell_id, count(*)
    FROM cell_members AS m CROSS JOIN claim_documents AS d ON d.id = m.claim_id
    CROSS JOIN json_each(CASE WHEN json_valid(d.people) THEN d.people ELSE '[]' END) AS term
    GROUP BY d.stream_id, term.value, m.cell_id
)
SELECT
    (
        SELECT count(*) FROM claim_documents AS d
        CROSS JOIN streams AS s ON s.id = d.stream_id
        WHERE s.layout <> 'flat' AND NOT EXISTS (SELECT 1 FROM cell_members AS m WHERE m.claim_id = d.id)) AS homeless,
    (
        SELECT count(*) FROM cells AS c LEFT JOIN counted AS k ON k.cell_id = c.id
        WHERE c.heterogeneity IS NULL
            OR (c.members, c.tokens, c.temporal, c.first_session, c.last_session)
            IS NOT (k.members, k.tokens, k.temporal, k.first_session, k.last_session)
            OR c.keywords <> (SELECT count(*) FROM cell_terms AS t WHERE t.cell_id = c.id AND t.kind = 'keyword')
            OR c.people <> (SELECT count(*) FROM cell_terms AS t WHERE t.cell_id = c.id AND t.kind = 'person'))
        AS wrong_cells,
    (
        SELECT abs(count(*) - (SELECT count(*) FROM cell_terms)) FROM having_terms)
    + (
        SELECT count(*) FROM having_terms AS h
        WHERE NOT EXISTS (
            SELECT 1 FROM cell_terms AS t
            WHERE t.stream_id = h.stream_id AND t.kind = h.kind AND t.term = h.term AND t.cell_id = h.cell_id
                AND t.members = h.members)) AS wrong_terms;
