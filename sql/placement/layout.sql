-- One stream by name, with how its claims are grouped.
-- in: :name
-- out: id, layout
-- uses: unique index of streams (name)
SELECT id, layout FROM streams WHERE name = :name;
