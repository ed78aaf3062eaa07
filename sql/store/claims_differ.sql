-- How many claims of conversations and notes have no document in the index of claims, and how many documents are of none.
-- out: missing, surplus (claims)
-- uses: primary keys of packets, streams and descriptors, extractions_by_packet, unique index of claim_documents
WITH read (extraction_id, ordinal) AS MATERIALIZED (
    SELECT d.extraction_id, d.ordinal
    FROM packets AS p
    CROSS JOIN streams AS s ON s.id = p.stream_id
    CROSS JOIN extractions AS e ON e.packet_id = p.id
    CROSS JOIN descriptors AS d ON d.extraction_id = e.id
    WHERE s.profile <> 'facts'
), placed (claims) AS (
    SELECT count(*) FROM read AS r
    CROSS JOIN claim_documents AS c ON c.extraction_id = r.extraction_id AND c.ordinal = r.ordinal
)
SELECT
    (SELECT count(*) FROM read) - placed.claims AS missing,
    (SELECT count(*) FROM claim_documents) - placed.claims AS surplus
FROM placed;
