-- Removes relations that no statement uses any more: a relation's name may be words of a forgotten packet.
DELETE FROM relations WHERE id NOT IN (SELECT relation_id FROM assertions);
