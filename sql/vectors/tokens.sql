-- The word pieces of some packets, for how common each is.
-- in: :packets (JSON array of packet ids)
-- out: tokens
-- uses: unique index of packet_states
SELECT s.tokens
FROM json_each(:packets) AS wanted
CROSS JOIN packet_states AS s ON s.packet_id = wanted.value;
