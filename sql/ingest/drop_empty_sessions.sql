-- Removes sessions that lost their last packet.
-- out: id
-- uses: packets_by_turn
DELETE FROM sessions WHERE NOT EXISTS (SELECT 1 FROM packets AS p WHERE p.session_id = sessions.id) RETURNING id;
