-- The word pieces of some packets, for how common each is; a packet has a row for each of its pieces.
-- in: :packets (JSON array of packet ids)
-- out: packet_id, tokens
-- uses: unique index of packet_states
SELECT s.packet_id, s.tokens
FROM json_each(:packets) AS wanted
CROSS JOIN packet_states AS s ON s.packet_id = wanted.value;
