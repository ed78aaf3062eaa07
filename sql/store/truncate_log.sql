-- Folds the write-ahead log into the file and empties it, so that no forgotten text stays there.
-- out: busy (1 when a reader kept the log), log, checkpointed (frames)
PRAGMA wal_checkpoint(TRUNCATE);
