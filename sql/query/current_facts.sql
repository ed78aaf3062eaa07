-- The newest current statements of some streams, each with the record that states it.
-- in: :streams (JSON array of stream ids), :most (rows; -1 for all)
-- out: stream_id, subject_key, subject, relation, object_key, object, depth (0), packet_id, turn, position, content
-- uses: primary keys of latest, assertions, relations and packets
SELECT
    a.stream_id, a.subject_key, a.subject, r.name AS relation, a.object_key, a.object, 0 AS depth, a.packet_id, p.turn,
    a.position, p.content
FROM json_each(:streams) AS stream
CROSS JOIN latest AS l ON l.stream_id = stream.value
CROSS JOIN assertions AS a ON a.id = l.assertion_id
CROSS JOIN relations AS r ON r.id = l.relation_id
CROSS JOIN packets AS p ON p.id = a.packet_id
WHERE l.positive = 1
ORDER BY a.asserted_at DESC, a.position DESC, a.id DESC
LIMIT :most;
