-- Which terms of a question some packets hold, and when they were said.
-- in: :packets (JSON array of packet ids), :terms (JSON array of terms)
-- out: packet_id, said_at, term (index into :terms)
-- uses: primary keys of packets and postings
SELECT p.id AS packet_id, p.said_at, term.key AS term
FROM json_each(:packets) AS wanted
CROSS JOIN packets AS p ON p.id = wanted.value
CROSS JOIN json_each(:terms) AS term
CROSS JOIN postings AS o ON o.stream_id = p.stream_id AND o.term = term.value AND o.packet_id = p.id;
