-- How the claims of a stream are grouped.
-- in: :name
-- out: layout
-- uses: unique index of streams (name)
SELECT layout FROM streams WHERE name = :name;
