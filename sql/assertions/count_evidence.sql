-- Counts a record that tells how a relation behaves.
-- in: :relation_id, :gathering (0 or 1), :replacing (0 or 1)
-- out: gathering, replacing (counts)
-- uses: primary key of relations
UPDATE relations SET gathering = gathering + :gathering, replacing = replacing + :replacing
WHERE id = :relation_id
RETURNING gathering, replacing;
