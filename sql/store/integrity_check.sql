-- What SQLite itself finds wrong with the file; one row saying "ok" when nothing is.
-- out: finding
PRAGMA integrity_check;
