-- Empties the latest view before it is rebuilt.
DELETE FROM latest;
