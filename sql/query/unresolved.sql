-- The records of some streams that were left unresolved, of which no statement was read: the reader gets them directly
-- (section B5). Those that share most terms with the question come first, of equals the newest. Of each stream only the
-- newest :looked_at are considered.
-- in: :streams (JSON array of stream ids), :terms (JSON array of terms), :until_position (of the stream),
--     :looked_at (rows a stream), :most (rows)
-- out: packet_id
-- uses: extractions_unresolved, extractions_by_packet, assertions_by_extraction, primary keys of packets and postings
SELECT p.id AS packet_id
FROM json_each(:streams) AS stream
CROSS JOIN packets AS p ON p.id IN (
    SELECT DISTINCT e.packet_id FROM extractions AS e
    WHERE e.stream_id = stream.value AND e.status = 'unresolved' AND NOT EXISTS (
        SELECT 1 FROM extractions AS f CROSS JOIN assertions AS a ON a.extraction_id = f.id
        WHERE f.packet_id = e.packet_id)
    ORDER BY e.packet_id DESC LIMIT :looked_at)
WHERE p.position <= :until_position
ORDER BY (
    SELECT count(*) FROM json_each(:terms) AS term CROSS JOIN postings AS o
        ON o.stream_id = stream.value AND o.term = term.value AND o.packet_id = p.id) DESC, p.id DESC
LIMIT :most;
