-- Takes all claims of a stream out of the index of claims and out of their Cells.
-- in: :stream_id
-- uses: packets_by_position, extractions_by_packet, unique index of claim_documents
DELETE FROM claim_documents WHERE extraction_id IN (
    SELECT e.id FROM packets AS p CROSS JOIN extractions AS e ON e.packet_id = p.id WHERE p.stream_id = :stream_id);
