-- How many packets of some streams hold each term of a question.
-- in: :streams (JSON array of stream ids), :terms (JSON array of terms)
-- out: term (index into :terms), packets (count)
-- uses: primary key of postings
SELECT term.key AS term, (
    SELECT count(*)
    FROM json_each(:streams) AS stream CROSS JOIN postings AS o
        ON o.stream_id = stream.value AND o.term = term.value) AS packets
FROM json_each(:terms) AS term;
