-- How far watched files were read.
-- out: name (of the property: `watched` and the file's address), value (JSON object)
-- uses: primary key of properties
SELECT name, value FROM properties WHERE name >= 'watched ' AND name < 'watched!';
