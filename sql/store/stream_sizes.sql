-- The streams with their profile and number of packets.
-- out: name, profile, packets
SELECT name, profile, documents AS packets FROM streams ORDER BY name;
