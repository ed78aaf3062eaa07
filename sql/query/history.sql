-- The newest records of some streams, newest first: what is read when nothing else was found (section B5).
-- in: :streams (JSON array of stream ids), :until_position (of the stream), :most (rows a stream)
-- out: packet_ids (JSON array, one a stream)
-- uses: packets_by_position
SELECT (
    SELECT json_group_array(p.id) FROM (
        SELECT id FROM packets
        WHERE stream_id = stream.value AND position <= :until_position
        ORDER BY position DESC LIMIT :most) AS p) AS packet_ids
FROM json_each(:streams) AS stream;
