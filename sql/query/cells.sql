-- The Cells of some streams, as a question meets them.
-- in: :streams (JSON array of stream ids)
-- out: id, members, tokens, temporal (members with a time), title, keywords, people (JSON arrays of keys)
-- uses: cells_by_bucket, cell_terms_by_cell
SELECT
    c.id, c.members, c.tokens, c.temporal, c.title,
    (SELECT json_group_array(k.term) FROM cell_terms AS k WHERE k.cell_id = c.id AND k.kind = 'keyword') AS keywords,
    (SELECT json_group_array(p.term) FROM cell_terms AS p WHERE p.cell_id = c.id AND p.kind = 'person') AS people
FROM json_each(:streams) AS stream CROSS JOIN cells AS c ON c.stream_id = stream.value
ORDER BY c.id;
