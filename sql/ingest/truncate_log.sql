-- Folds the write-ahead log into the file and empties it, so that no forgotten text stays there.
PRAGMA wal_checkpoint(TRUNCATE);
