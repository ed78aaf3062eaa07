-- Drops what is known of one watched file.
-- in: :name (of the property)
-- uses: primary key of properties
DELETE FROM properties WHERE name = :name;
