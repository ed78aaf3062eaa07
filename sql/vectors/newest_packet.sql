-- The packet that was stored last.
-- out: packet (0 when there is none)
SELECT ifnull(max(id), 0) AS packet FROM packets;
