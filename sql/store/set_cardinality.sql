-- Sets the cardinality of a relation, before its statements move.
-- in: :relation_id, :cardinality (single or multi), :set_by_user (0 or 1)
-- uses: primary key of relations
UPDATE relations SET cardinality = :cardinality, set_by_user = :set_by_user WHERE id = :relation_id;
