-- How many packets the plain copy holds.
-- out: packets (count)
SELECT count(*) AS packets FROM plain.packets;
