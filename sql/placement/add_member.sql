-- Puts a claim into a Cell; triggers keep what the Cell counts.
-- in: :claim_id, :cell_id
INSERT INTO cell_members (claim_id, cell_id) VALUES (:claim_id, :cell_id);
