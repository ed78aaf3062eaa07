-- Sets the next turn index of every session past its packets.
-- uses: packets_by_turn
UPDATE sessions SET
    next_turn_index = max(
        next_turn_index, 1 + ifnull((SELECT max(turn_index) FROM packets WHERE session_id = sessions.id), -1));
