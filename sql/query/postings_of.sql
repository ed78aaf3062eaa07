-- How often some packets hold the terms of a question, and where they stand in their sessions.
-- in: :packets (JSON array of packet ids), :terms (JSON array of terms)
-- out: term (index into :terms), session_id, turn_index, frequency
-- uses: primary keys of packets and postings
SELECT term.key AS term, p.session_id, p.turn_index, o.frequency
FROM json_each(:packets) AS wanted
CROSS JOIN packets AS p ON p.id = wanted.value
CROSS JOIN json_each(:terms) AS term
CROSS JOIN postings AS o ON o.stream_id = p.stream_id AND o.term = term.value AND o.packet_id = p.id;
