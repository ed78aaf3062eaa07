-- One relation of the file by name.
-- in: :name
-- out: id, cardinality (single or multi)
-- uses: unique index of relations (name)
SELECT id, cardinality FROM relations WHERE name = :name;
