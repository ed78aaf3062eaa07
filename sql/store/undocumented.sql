-- How many packets lack a lexical document or an extraction, and how many streams and sessions have a counter that
-- disagrees with their packets.
-- out: without_document, without_extraction (packets), wrong_counters (streams and sessions)
-- uses: primary key of documents, extractions_by_packet, packets_by_turn
SELECT
    (SELECT count(*) FROM packets AS p WHERE NOT EXISTS (SELECT 1 FROM documents AS d WHERE d.packet_id = p.id))
        AS without_document,
    (SELECT count(*) FROM packets AS p WHERE NOT EXISTS (SELECT 1 FROM extractions AS e WHERE e.packet_id = p.id))
        AS without_extraction,
    (
        SELECT count(*) FROM streams AS s
        LEFT JOIN (
            SELECT stream_id, count(*) AS documents, sum(length) AS terms FROM documents GROUP BY stream_id) AS d
            ON d.stream_id = s.id
        LEFT JOIN (
            SELECT stream_id, max(position) AS last, count(nullif(speaker, '')) AS spoken
            FROM packets GROUP BY stream_id) AS p ON p.stream_id = s.id
        LEFT JOIN (SELECT stream_id, sum(packets) AS spoken FROM speakers GROUP BY stream_id) AS k
            ON k.stream_id = s.id
        WHERE s.documents <> ifnull(d.documents, 0) OR s.document_terms <> ifnull(d.terms, 0)
            OR s.next_position <= ifnull(p.last, 0) OR ifnull(p.spoken, 0) <> ifnull(k.spoken, 0))
    + (
        SELECT count(*) FROM sessions AS n
        WHERE n.next_turn_index <= (SELECT max(turn_index) FROM packets WHERE session_id = n.id)) AS wrong_counters;
