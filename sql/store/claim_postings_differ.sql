-- How many rows the inverted index of claims lacks or has too many, compared with the claim documents, how many documents
-- are no JSON or disagree with their length, and how many streams count their claims wrongly.
-- out: missing, surplus (rows), garbled (documents), wrong_counters (streams)
-- uses: primary key of claim_postings
WITH document_terms (stream_id, claim_id, term, frequency) AS (
    SELECT d.stream_id, d.id, term.key, term.value
    FROM claim_documents AS d CROSS JOIN json_each(CASE WHEN json_valid(d.terms) THEN d.terms ELSE '{}' END) AS term
)
SELECT
    (
        SELECT count(*) FROM document_terms AS t
        WHERE NOT EXISTS (
            SELECT 1 FROM claim_postings AS o
            WHERE o.stream_id = t.stream_id AND o.term = t.term AND o.claim_id = t.claim_id
                AND o.frequency = t.frequency)) AS missing,
    (
        (SELECT count(*) FROM claim_postings)
        - (
            SELECT count(*) FROM document_terms AS t
            CROSS JOIN claim_postings AS o
                ON o.stream_id = t.stream_id AND o.term = t.term AND o.claim_id = t.claim_id)) AS surplus,
    (
        SELECT count(*) FROM claim_documents AS d
        WHERE CASE
            WHEN json_valid(d.terms) AND json_valid(d.people) AND json_valid(d.keywords)
                THEN d.length <> (SELECT total(term.value) FROM json_each(d.terms) AS term)
            ELSE TRUE END) AS garbled,
    (
        SELECT count(*) FROM streams AS s
        LEFT JOIN (
            SELECT stream_id, count(*) AS claims, sum(length) AS terms FROM claim_documents GROUP BY stream_id) AS d
            ON d.stream_id = s.id
        WHERE s.claims <> ifnull(d.claims, 0) OR s.claim_terms <> ifnull(d.terms, 0)) AS wrong_counters;
