-- The current statements of the slots that are within reach of the anchors where every slot still has the value before
-- its current one, or the current one if it had no other: the paper's prior read with refresh (paper B, section G).
-- in: :anchors (JSON array of [stream id, subject key]), :max_depth (edges between an anchor and a subject),
--     :max_edges (rows)
-- out: stream_id, subject_key, subject, relation, object_key, object, depth, packet_id, turn, position
-- uses: primary key of latest, assertions_by_slot, primary keys of assertions, relations and packets
WITH RECURSIVE reached (stream_id, subject_key, depth) AS (
    SELECT anchor.value ->> 0, anchor.value ->> 1, 0 FROM json_each(:anchors) AS anchor
    UNION
    SELECT
        l.stream_id,
        ifnull((
            SELECT w.object_key FROM assertions AS w
            WHERE w.stream_id = l.stream_id AND w.subject_key = l.subject_key AND w.relation_id = l.relation_id
                AND w.slot = l.slot AND w.positive = 1 AND w.object_key <> l.object_key
            ORDER BY w.asserted_at DESC, w.position DESC, w.id DESC LIMIT 1), l.object_key),
        reached.depth + 1
    FROM reached CROSS JOIN latest AS l ON l.stream_id = reached.stream_id AND l.subject_key = reached.subject_key
    WHERE reached.depth < :max_depth AND l.positive = 1
),
nearest (stream_id, subject_key, depth) AS (
    SELECT stream_id, subject_key, min(depth) FROM reached GROUP BY stream_id, subject_key
)
SELECT
    a.stream_id, a.subject_key, a.subject, r.name AS relation, a.object_key, a.object, nearest.depth, a.packet_id,
    p.turn, a.position
FROM nearest
CROSS JOIN latest AS l ON l.stream_id = nearest.stream_id AND l.subject_key = nearest.subject_key
CROSS JOIN assertions AS a ON a.id = l.assertion_id
CROSS JOIN relations AS r ON r.id = l.relation_id
CROSS JOIN packets AS p ON p.id = a.packet_id
WHERE l.positive = 1
ORDER BY nearest.depth, a.asserted_at DESC, a.position DESC
LIMIT :max_edges;
