-- How many rows the inverted index lacks or has too many, compared with the lexical documents.
-- out: missing, surplus (rows)
-- uses: primary key of postings, primary key of documents
SELECT
    (
        SELECT count(*) FROM documents AS d CROSS JOIN json_each(d.terms) AS term
        WHERE NOT EXISTS (
            SELECT 1 FROM postings AS o
            WHERE o.stream_id = d.stream_id AND o.term = term.key AND o.packet_id = d.packet_id
                AND o.frequency = term.value)) AS missing,
    (
        SELECT count(*) FROM postings AS o
        WHERE NOT EXISTS (
            SELECT 1 FROM documents AS d, json_each(d.terms) AS term
            WHERE d.packet_id = o.packet_id AND d.stream_id = o.stream_id AND term.key = o.term)) AS surplus;
