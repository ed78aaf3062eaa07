-- How many claims in force have no document in the index of claims, and how many documents are of no claim in force.
-- out: missing, surplus (claims)
-- uses: primary keys of packets, streams and descriptors, extractions_by_packet, unique index of claim_documents
WITH in_force (extraction_id, ordinal) AS MATERIALIZED (
    SELECT d.extraction_id, d.ordinal
    FROM packets AS p
    CROSS JOIN streams AS s ON s.id = p.stream_id
    CROSS JOIN extractions AS e ON e.packet_id = p.id
    CROSS JOIN descriptors AS d ON d.extraction_id = e.id
    WHERE s.profile <> 'facts'
        AND (e.frontend <> 'rules' OR NOT EXISTS (
            SELECT 1 FROM extractions AS m CROSS JOIN descriptors AS o ON o.extraction_id = m.id
            WHERE m.packet_id = p.id AND m.frontend <> 'rules'))
), placed (claims) AS (
    SELECT count(*) FROM in_force AS f
    CROSS JOIN claim_documents AS c ON c.extraction_id = f.extraction_id AND c.ordinal = f.ordinal
)
SELECT
    (SELECT count(*) FROM in_force) - placed.claims AS missing,
    (SELECT count(*) FROM claim_documents) - placed.claims AS surplus
FROM placed;
