-- Some claims as addresses, each with its Cell and its packet's moment.
-- in: :claims (JSON array of claim ids)
-- out: id, packet_id, cell_id (null in the flat layout), claim, terms (JSON object of term to frequency), keywords,
--      people (JSON arrays of keys), temporal (0 or 1), position, said_at
-- uses: primary keys of claim_documents, descriptors, packets and cell_members
SELECT
    d.id, d.packet_id, m.cell_id, c.claim, d.terms, d.keywords, d.people, d.temporal, p.position, p.said_at
FROM json_each(:claims) AS wanted
CROSS JOIN claim_documents AS d ON d.id = wanted.value
CROSS JOIN descriptors AS c ON c.extraction_id = d.extraction_id AND c.ordinal = d.ordinal
CROSS JOIN packets AS p ON p.id = d.packet_id
LEFT JOIN cell_members AS m ON m.claim_id = d.id
ORDER BY wanted.key;
