-- Drops unplaced packets, however damaged, before the address plane is rebuilt.
DROP TABLE IF EXISTS unplaced_packets;
