-- Rows whose parent row is missing.
-- out: table, rowid, parent, fkid
PRAGMA foreign_key_check;
