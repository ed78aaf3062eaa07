-- Keeps a record out of later imports.
-- in: :digest
INSERT OR IGNORE INTO tombstones (digest) VALUES (:digest);
