-- One relation of the file by name.
-- in: :name
-- out: id, cardinality (single or multi), set_by_user (0 or 1)
-- uses: unique index of relations (name)
SELECT id, cardinality, set_by_user FROM relations WHERE name = :name;
