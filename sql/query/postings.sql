-- Which packets hold the terms of a question, how often, and where they stand in their sessions.
-- in: :streams (JSON array of stream ids), :terms (JSON array of terms)
-- out: term (index into :terms), session_id, turn_index, frequency
-- uses: primary key of postings, primary key of packets
SELECT term.key AS term, p.session_id, p.turn_index, o.frequency
FROM json_each(:streams) AS stream CROSS JOIN json_each(:terms) AS term
CROSS JOIN postings AS o ON o.stream_id = stream.value AND o.term = term.value
CROSS JOIN packets AS p ON p.id = o.packet_id;
