-- The current statements within reach of the anchors, nearest first: breadth first over the latest view, shortest depth
-- kept, cycles safe because a (subject, depth) pair is visited once. A value that is a first name leads to the speaker
-- who bears it; in talk a full name leads to what was said of its first name. A subject is left by its single values
-- and by the newest of those that gather, so that thousands of these hide neither where it was born nor what is new.
-- in: :anchors (JSON array of [stream id, subject key]), :max_depth (edges between an anchor and a subject),
--     :max_values (statements a subject), :max_reached (subjects), :max_edges (rows)
-- out: stream_id, subject_key, subject, relation, object_key, object, depth, packet_id, turn, position
-- uses: primary keys of streams and latest, speakers_by_first_name, primary keys of assertions, relations and packets
WITH RECURSIVE reached (stream_id, subject_key, depth) AS (
    SELECT anchor.value ->> 0, anchor.value ->> 1, 0 FROM json_each(:anchors) AS anchor
    UNION
    SELECT reached.stream_id, value.value, reached.depth + 1
    FROM reached CROSS JOIN json_each((
        SELECT json_group_array(object_key) FROM (
            SELECT a.object_key
            FROM latest AS l CROSS JOIN assertions AS a ON a.id = l.assertion_id
            WHERE l.stream_id = reached.stream_id AND l.subject_key = reached.subject_key AND l.positive = 1
            ORDER BY l.slot <> '', a.asserted_at DESC, a.position DESC
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
        FROM latest AS l CROSS JOIN assertions AS a ON a.id = l.assertion_id
        WHERE l.stream_id = nearest.stream_id AND l.subject_key = nearest.subject_key AND l.positive = 1
        ORDER BY l.slot <> '', a.asserted_at DESC, a.position DESC
        LIMIT :max_values))) AS kept
CROSS JOIN assertions AS a ON a.id = kept.value
CROSS JOIN relations AS r ON r.id = a.relation_id
CROSS JOIN packets AS p ON p.id = a.packet_id
ORDER BY nearest.depth, a.asserted_at DESC, a.position DESC
LIMIT :max_edges;
