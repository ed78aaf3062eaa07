-- The statements of one extraction.
-- in: :extraction
-- out: subject, relation, object, positive (0 or 1), descriptor (ordinal of the claim, or null)
-- uses: assertions_by_extraction, primary key of relations
SELECT a.subject, r.name AS relation, a.object, a.positive, a.descriptor
FROM assertions AS a CROSS JOIN relations AS r ON r.id = a.relation_id
WHERE a.extraction_id = :extraction
ORDER BY a.id;
