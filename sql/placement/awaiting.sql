-- Whether any claims await their place, or any Cell its description.
-- out: awaiting (0 or 1)
-- uses: cells_without_heterogeneity
SELECT EXISTS (SELECT 1 FROM unplaced_packets) OR EXISTS (SELECT 1 FROM cells WHERE heterogeneity IS NULL) AS awaiting;
