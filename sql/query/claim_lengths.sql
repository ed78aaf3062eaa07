-- How long some claims are.
-- in: :claims (JSON array of claim ids)
-- out: id, length (terms)
-- uses: primary key of claim_documents
SELECT d.id, d.length FROM json_each(:claims) AS wanted CROSS JOIN claim_documents AS d ON d.id = wanted.value
ORDER BY wanted.key;
