-- Adds a relation at its first use.
-- in: :name, :cardinality (single or multi)
-- out: id
INSERT INTO relations (name, cardinality) VALUES (:name, :cardinality) RETURNING id;
