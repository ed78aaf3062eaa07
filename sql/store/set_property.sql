-- Sets one named property of the file.
-- in: :name, :value
-- uses: primary key of properties
INSERT INTO properties (name, value) VALUES (:name, :value)
ON CONFLICT (name) DO UPDATE SET value = excluded.value;
