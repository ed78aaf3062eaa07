-- The statements within reach of the anchors as they stood at a moment: like traverse, but the newest statement of a
-- slot is looked up among those asserted up to then.
-- in: :anchors (JSON array of [stream id, subject key]), :max_depth (edges between an anchor and a subject),
--     :max_values (statements a subject), :max_reached (subjects), :max_edges (rows), :until (sortable UTC time),
--     :position (of the stream)
-- out: stream_id, subject_key, subject, relation, object_key, object, depth, packet_id, turn, position
-- uses: assertions_by_slot, assertions_by_corrected, speakers_by_first_name, primary keys of streams, assertions,
--       relations and packets
WITH RECURSIVE reached (stream_id, subject_key, depth) AS (
    SELECT anchor.value ->> 0, anchor.value ->> 1, 0 FROM json_each(:anchors) AS anchor
    UNION
    SELECT reached.stream_id, value.value, reached.depth + 1
    FROM reached CROSS JOIN json_each((
        SELECT json_group_array(object_key) FROM (
            SELECT a.object_key
            FROM assertions AS a
            WHERE a.stream_id = reached.stream_id AND a.subject_key = reached.subject_key AND a.positive = 1
                AND a.id = (
                    SELECT w.id FROM assertions AS w
                    WHERE w.stream_id = a.stream_id AND w.subject_key = a.subject_key AND w.relation_id = a.relation_id
                        AND w.slot = a.slot AND w.asserted_at <= :until AND w.position <= :position
                        AND NOT EXISTS (
                            SELECT 1 FROM assertions AS c
                            WHERE c.corrects = w.id AND c.asserted_at <= :until AND c.position <= :position)
                        AND (w.positive = 1 OR w.corrects IS NULL AND w.object_key IN ('', ifnull((
                            SELECT v.object_key FROM assertions AS v
                            WHERE v.stream_id = a.stream_id AND v.subject_key = a.subject_key
                                AND v.relation_id = a.relation_id AND v.slot = a.slot AND v.positive = 1
                                AND v.asserted_at <= :until AND v.position <= :position
                                AND NOT EXISTS (
                                    SELECT 1 FROM assertions AS c
                                    WHERE c.corrects = v.id AND c.asserted_at <= :until AND c.position <= :position)
                            ORDER BY v.asserted_at DESC, v.position DESC, v.id DESC LIMIT 1), w.object_key)))
                    ORDER BY w.asserted_at DESC, w.position DESC, w.id DESC LIMIT 1)
            ORDER BY a.slot <> '', a.asserted_at DESC, a.position DESC
            LIMIT :max_values))) AS value
    WHERE reached.depth < :max_depth
    UNION
    SELECT s.stream_id, s.person_key, reached.depth
    FROM reached CROSS JOIN speakers AS s ON s.stream_id = reached.stream_id AND s.first_name = reached.subject_key
    UNION
    SELECT reached.stream_id, substr(reached.subject_key, 1, instr(reached.subject_key, ' ') - 1), reached.depth
    FROM reached CROSS JOIN streams AS talk ON talk.id = reached.stream_id
    WHERE reached.depth > 0 AND talk.profile <> 'facts' AND instr(reached.subject_key, ' ') > 1
    LIMIT :max_reached
),
nearest (stream_id, subject_key, depth) AS (
    SELECT stream_id, subject_key, min(depth) FROM reached GROUP BY stream_id, subject_key
)
SELECT
    a.stream_id, a.subject_key, a.subject, r.name AS relation, a.object_key, a.object, nearest.depth, a.packet_id,
    p.turn, a.position
FROM nearest
CROSS JOIN json_each((
    SELECT json_group_array(id) FROM (
        SELECT a.id
        FROM assertions AS a
        WHERE a.stream_id = nearest.stream_id AND a.subject_key = nearest.subject_key AND a.positive = 1
            AND a.id = (
                SELECT w.id FROM assertions AS w
                WHERE w.stream_id = a.stream_id AND w.subject_key = a.subject_key AND w.relation_id = a.relation_id
                    AND w.slot = a.slot AND w.asserted_at <= :until AND w.position <= :position
                    AND NOT EXISTS (
                        SELECT 1 FROM assertions AS c
                        WHERE c.corrects = w.id AND c.asserted_at <= :until AND c.position <= :position)
                    AND (w.positive = 1 OR w.corrects IS NULL AND w.object_key IN ('', ifnull((
                        SELECT v.object_key FROM assertions AS v
                        WHERE v.stream_id = a.stream_id AND v.subject_key = a.subject_key
                            AND v.relation_id = a.relation_id AND v.slot = a.slot AND v.positive = 1
                            AND v.asserted_at <= :until AND v.position <= :position
                            AND NOT EXISTS (
                                SELECT 1 FROM assertions AS c
                                WHERE c.corrects = v.id AND c.asserted_at <= :until AND c.position <= :position)
                        ORDER BY v.asserted_at DESC, v.position DESC, v.id DESC LIMIT 1), w.object_key)))
                ORDER BY w.asserted_at DESC, w.position DESC, w.id DESC LIMIT 1)
        ORDER BY a.slot <> '', a.asserted_at DESC, a.position DESC
        LIMIT :max_values))) AS kept
CROSS JOIN assertions AS a ON a.id = kept.value
CROSS JOIN relations AS r ON r.id = a.relation_id
CROSS JOIN packets AS p ON p.id = a.packet_id
ORDER BY nearest.depth, a.asserted_at DESC, a.position DESC
LIMIT :max_edges;
