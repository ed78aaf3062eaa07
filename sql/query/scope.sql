-- The streams a read may see, with the size of their lexical index.
-- out: id, name, profile, documents (packets), document_terms (summed length)
SELECT id, name, profile, documents, document_terms FROM streams ORDER BY id;
