-- The streams a read may see, with the size of their lexical index.
-- out: id, name, profile, documents (packets), document_terms (summed length), next_position
SELECT id, name, profile, documents, document_terms, next_position FROM streams ORDER BY id;
