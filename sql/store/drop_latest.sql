-- Drops the latest view, however damaged, before it is rebuilt.
DROP TABLE IF EXISTS latest;
