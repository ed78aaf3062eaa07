-- Removes relations that no statement uses any more, since a relation's name may be words of a forgotten packet; those
-- that the user set stay.
DELETE FROM relations WHERE set_by_user = 0 AND id NOT IN (SELECT relation_id FROM assertions);
