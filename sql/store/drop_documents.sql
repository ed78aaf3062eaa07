-- Drops the lexical documents, however damaged, before they are rebuilt.
DROP TABLE IF EXISTS documents;
