-- Empties the lexical documents, and by their trigger the postings, before both are rebuilt.
DELETE FROM documents;
