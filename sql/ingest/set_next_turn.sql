-- Remembers the turn index that the next packet of a session takes.
-- in: :session_id, :next_turn_index
-- uses: primary key of sessions
UPDATE sessions SET next_turn_index = :next_turn_index WHERE id = :session_id;
