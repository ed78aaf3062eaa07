-- How many packets lack a lexical document, an extraction, or agree with no counter of their stream.
-- out: without_document, without_extraction (packets), wrong_counters (streams)
SELECT
    (SELECT count(*) FROM packets AS p WHERE NOT EXISTS (SELECT 1 FROM documents AS d WHERE d.packet_id = p.id))
        AS without_document,
    (SELECT count(*) FROM packets AS p WHERE NOT EXISTS (SELECT 1 FROM extractions AS e WHERE e.packet_id = p.id))
        AS without_extraction,
    (
        SELECT count(*) FROM streams AS s
        WHERE s.documents <> (SELECT count(*) FROM documents AS d WHERE d.stream_id = s.id)
            OR s.document_terms <> (SELECT ifnull(sum(d.length), 0) FROM documents AS d WHERE d.stream_id = s.id))
        AS wrong_counters;
