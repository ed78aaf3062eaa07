-- Notes that a Cell takes no more claims.
-- in: :cell_id
-- uses: cell_terms_by_cell
UPDATE cell_terms SET has_room = 0 WHERE cell_id = :cell_id;
