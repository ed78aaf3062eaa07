-- Writes the hash of a source once all of it was read. The same file imported again keeps its open row.
-- in: :source_id, :sha256 (hex)
-- uses: primary key of sources
UPDATE OR IGNORE sources SET sha256 = :sha256 WHERE id = :source_id;
