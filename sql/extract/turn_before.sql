-- The packet that was said before another in its session.
-- in: :packet
-- out: id
-- uses: primary key of packets, packets_by_turn
SELECT b.id
FROM packets AS p CROSS JOIN packets AS b ON b.session_id = p.session_id AND b.turn_index = p.turn_index - 1
WHERE p.id = :packet;
