-- The first Cells of a stream, in the order in which they were begun.
-- in: :stream_id, :most (rows; -1 for all)
-- out: id, members, tokens (words), first_session, last_session, temporal (members), heterogeneity, title, summary,
--     people, keywords (JSON arrays of keys, the most frequent first)
-- uses: cells_by_bucket, cell_terms_by_cell
SELECT
    c.id, c.members, c.tokens, c.first_session, c.last_session, c.temporal, ifnull(c.heterogeneity, 0) AS heterogeneity,
    c.title, c.summary,
    (
        SELECT json_group_array(t.term ORDER BY t.members DESC, t.term) FROM cell_terms AS t
        WHERE t.cell_id = c.id AND t.kind = 'person') AS people,
    (
        SELECT json_group_array(t.term ORDER BY t.members DESC, t.term) FROM cell_terms AS t
        WHERE t.cell_id = c.id AND t.kind = 'keyword') AS keywords
FROM cells AS c
WHERE c.stream_id = :stream_id
ORDER BY c.id
LIMIT :most;
