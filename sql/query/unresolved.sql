-- The newest records of some streams that no pattern could read and that share a term with the question: the reader gets
-- them directly (section B5).
-- in: :streams (JSON array of stream ids), :terms (JSON array of terms), :until_position (of the stream), :most (rows)
-- out: packet_id
-- uses: extractions_unfinished, primary keys of packets and postings
SELECT p.id AS packet_id
FROM extractions AS e INDEXED BY extractions_unfinished
CROSS JOIN packets AS p ON p.id = e.packet_id
WHERE e.status = 'unresolved' AND p.stream_id IN (SELECT value FROM json_each(:streams))
    AND p.position <= :until_position
    AND EXISTS (
        SELECT 1 FROM json_each(:terms) AS term CROSS JOIN postings AS o
            ON o.stream_id = p.stream_id AND o.term = term.value AND o.packet_id = p.id)
ORDER BY e.packet_id DESC
LIMIT :most;
