-- The first claims that rules read out of the turns of some runs.
-- in: :runs (JSON array of [session id, first turn index, last turn index])
-- out: claim_id
-- uses: packets_by_turn, extractions_by_packet, unique index of claim_documents
SELECT d.id AS claim_id
FROM json_each(:runs) AS run
CROSS JOIN packets AS p ON p.session_id = run.value ->> 0
    AND p.turn_index BETWEEN run.value ->> 1 AND run.value ->> 2
CROSS JOIN extractions AS e ON e.packet_id = p.id AND e.frontend = 'rules'
CROSS JOIN claim_documents AS d ON d.extraction_id = e.id AND d.ordinal = 0;
