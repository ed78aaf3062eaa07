-- Drops the latest values of a relation before they are found anew.
-- in: :relation_id
DELETE FROM latest WHERE relation_id = :relation_id;
