-- Takes one vector out of the index.
-- in: :place
DELETE FROM vector_index WHERE place = :place;
