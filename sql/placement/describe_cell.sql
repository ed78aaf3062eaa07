-- Writes what is told of a Cell as a whole.
-- in: :cell_id, :heterogeneity, :title, :summary
-- uses: primary key of cells
UPDATE cells SET heterogeneity = :heterogeneity, title = :title, summary = :summary WHERE id = :cell_id;
