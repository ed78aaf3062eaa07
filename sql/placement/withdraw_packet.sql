-- Takes the claims of a packet out of the index of claims and out of their Cells.
-- in: :packet
-- out: id
-- uses: extractions_by_packet, unique index of claim_documents
DELETE FROM claim_documents WHERE extraction_id IN (SELECT e.id FROM extractions AS e WHERE e.packet_id = :packet)
RETURNING id;
