-- The Cells of a stream with room for more claims, of which some have a keyword or involve a person.
-- in: :stream_id, :kind (keyword or person), :term (its key)
-- out: cell_id, tokens (of its claims)
-- uses: cell_terms_with_room, primary key of cells
SELECT t.cell_id, c.tokens
FROM cell_terms AS t
CROSS JOIN cells AS c ON c.id = t.cell_id
WHERE t.stream_id = :stream_id AND t.kind = :kind AND t.term = :term AND t.has_room = 1;
