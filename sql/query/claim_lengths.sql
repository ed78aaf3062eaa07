-- How long some claims are, where they were said, and which of them answer for the words of their conversation: the first
-- claims that rules read out of a turn of it.
-- in: :claims (JSON array of claim ids)
-- out: id, length (terms), session_id, turn_index, answers (0 or 1)
-- uses: primary keys of claim_documents, extractions, packets and streams
SELECT
    d.id, d.length, p.session_id, p.turn_index,
    d.ordinal = 0 AND e.frontend = 'rules' AND s.profile = 'dialogue' AS answers
FROM json_each(:claims) AS wanted
CROSS JOIN claim_documents AS d ON d.id = wanted.value
CROSS JOIN extractions AS e ON e.id = d.extraction_id
CROSS JOIN packets AS p ON p.id = d.packet_id
CROSS JOIN streams AS s ON s.id = d.stream_id
ORDER BY wanted.key;
