-- Takes back the statements that other extractions read in a packet; triggers bring the latest view up to date.
-- in: :packet_id, :extraction_id (of the one that stays)
-- uses: assertions_by_extraction, extractions_by_packet
DELETE FROM assertions
WHERE extraction_id IN (
    SELECT e.id FROM extractions AS e WHERE e.packet_id = :packet_id AND e.id <> :extraction_id);
