-- Moves all statements of a relation to the slots that its cardinality gives them: one, or one for each value.
-- in: :relation_id
-- uses: primary key of relations
UPDATE assertions
SET slot = CASE (SELECT r.cardinality FROM relations AS r WHERE r.id = :relation_id)
    WHEN 'multi' THEN object_key
    ELSE ''
END
WHERE relation_id = :relation_id;
