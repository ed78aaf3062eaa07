-- The token states of some packets.
-- in: :packets (JSON array of packet ids)
-- out: packet_id, tokens, states
-- uses: unique index of packet_states
SELECT s.packet_id, s.tokens, s.states
FROM json_each(:packets) AS wanted
CROSS JOIN packet_states AS s ON s.packet_id = wanted.value;
