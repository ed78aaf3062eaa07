-- The latest view as a replay of all statements from scratch gives it.
-- out: stream_id, subject_key, relation_id, slot, object_key, positive, assertion_id
-- uses: assertions_by_slot
SELECT stream_id, subject_key, relation_id, slot, object_key, positive, id AS assertion_id
FROM (
    SELECT
        a.*,
        row_number() OVER (
            PARTITION BY a.stream_id, a.subject_key, a.relation_id, a.slot
            ORDER BY a.asserted_at DESC, a.position DESC, a.id DESC) AS age
    FROM assertions AS a
    WHERE a.positive = 1 OR a.object_key = ifnull((
        SELECT p.object_key FROM assertions AS p
        WHERE p.stream_id = a.stream_id AND p.subject_key = a.subject_key AND p.relation_id = a.relation_id
            AND p.slot = a.slot AND p.positive = 1
        ORDER BY p.asserted_at DESC, p.position DESC, p.id DESC LIMIT 1), a.object_key)
)
WHERE age = 1
ORDER BY stream_id, subject_key, relation_id, slot;
