-- Drops cell members, however damaged, before the address plane is rebuilt.
DROP TABLE IF EXISTS cell_members;
