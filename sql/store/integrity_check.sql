-- What SQLite itself finds wrong with the file; one row saying "ok" when nothing is.
-- out: integrity_check (a finding)
PRAGMA integrity_check;
