-- Drops cells, however damaged, before the address plane is rebuilt.
DROP TABLE IF EXISTS cells;
