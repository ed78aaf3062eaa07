-- The Cells of a stream with room for more claims, of which some have a keyword or involve a person.
-- in: :stream_id, :kind (keyword or person), :term (its key)
-- out: cell_id
-- uses: cell_terms_with_room
SELECT cell_id FROM cell_terms WHERE stream_id = :stream_id AND kind = :kind AND term = :term AND has_room = 1;
