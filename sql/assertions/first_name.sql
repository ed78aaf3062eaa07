-- The speakers of a stream who bear a first name.
-- in: :stream (name), :first_name (normalised)
-- out: name (as written)
-- uses: unique index of streams (name), speakers_by_first_name
SELECT s.name FROM speakers AS s INDEXED BY speakers_by_first_name
WHERE s.stream_id = (SELECT id FROM streams WHERE name = :stream) AND s.first_name = :first_name;
