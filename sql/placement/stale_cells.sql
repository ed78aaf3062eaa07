-- The Cells that are to be described again, since a member came or went.
-- out: id
SELECT id FROM cells WHERE heterogeneity IS NULL ORDER BY id;
