-- One stream by name: its id, how it is read, and the position its next packet takes.
-- in: :name
-- out: id, profile, next_position
-- uses: unique index of streams (name)
SELECT id, profile, next_position FROM streams WHERE name = :name;
