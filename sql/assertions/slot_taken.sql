-- Whether another extraction of a packet makes a statement in a slot.
-- in: :packet_id, :extraction_id, :subject_key, :relation_id, :slot ('' or the object key)
-- out: taken (1)
-- uses: extractions_by_packet, assertions_by_extraction
SELECT 1 AS taken
FROM extractions AS e CROSS JOIN assertions AS a ON a.extraction_id = e.id
WHERE e.packet_id = :packet_id AND e.id <> :extraction_id
    AND a.subject_key = :subject_key AND a.relation_id = :relation_id AND a.slot = :slot
LIMIT 1;
