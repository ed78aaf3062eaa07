-- The streams a read may see, with the size of the lexical indexes of their packets and claims.
-- out: id, name, profile, documents (packets), document_terms (summed length), next_position, claims, claim_terms (summed
--      length)
SELECT id, name, profile, documents, document_terms, next_position, claims, claim_terms FROM streams ORDER BY id;
