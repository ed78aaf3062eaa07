-- How many rows the inverted index lacks or has too many, compared with the lexical documents, and how many documents
-- are no JSON or disagree with their length.
-- out: missing, surplus (rows), garbled (documents)
-- uses: primary key of postings
WITH document_terms (stream_id, packet_id, term, frequency) AS (
    SELECT d.stream_id, d.packet_id, term.key, term.value
    FROM documents AS d CROSS JOIN json_each(CASE WHEN json_valid(d.terms) THEN d.terms ELSE '{}' END) AS term
)
SELECT
    (
        SELECT count(*) FROM document_terms AS t
        WHERE NOT EXISTS (
            SELECT 1 FROM postings AS o
            WHERE o.stream_id = t.stream_id AND o.term = t.term AND o.packet_id = t.packet_id
                AND o.frequency = t.frequency)) AS missing,
    (
        (SELECT count(*) FROM postings)
        - (
            SELECT count(*) FROM document_terms AS t
            CROSS JOIN postings AS o
                ON o.stream_id = t.stream_id AND o.term = t.term AND o.packet_id = t.packet_id)) AS surplus,
    (
        SELECT count(*) FROM documents AS d
        WHERE CASE
            WHEN json_valid(d.terms) THEN d.length <> (SELECT total(term.value) FROM json_each(d.terms) AS term)
            ELSE TRUE END) AS garbled;
