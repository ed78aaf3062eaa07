-- One named property of the file, such as the version of the tokenizer that filled its lexical index.
-- in: :name
-- out: value
-- uses: primary key of properties
SELECT value FROM properties WHERE name = :name;
