-- Which claims hold the terms of a question, and how often.
-- in: :streams (JSON array of stream ids), :terms (JSON array of terms)
-- out: term (index into :terms), claim_id, frequency
-- uses: primary key of claim_postings
SELECT term.key AS term, o.claim_id, o.frequency
FROM json_each(:streams) AS stream CROSS JOIN json_each(:terms) AS term
CROSS JOIN claim_postings AS o ON o.stream_id = stream.value AND o.term = term.value;
