-- Writes the hash of a source once all of it was read, be it by a run that found nothing new after one that was killed.
-- The same file imported again keeps its open row.
-- in: :uri, :sha256 (hex)
-- uses: unique index of sources (uri, sha256)
UPDATE OR IGNORE sources SET sha256 = :sha256 WHERE uri = :uri AND sha256 = '';
