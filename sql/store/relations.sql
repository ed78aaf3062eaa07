-- The relations of the file, with their statements in some streams.
-- in: :streams (JSON array of stream ids)
-- out: name, cardinality (single or multi), set_by_user (0 or 1), gathering, replacing (counts of records),
--      statements (count), subjects (count)
-- uses: assertions_by_slot
SELECT r.name, r.cardinality, r.set_by_user, r.gathering, r.replacing, ifnull(used.statements, 0) AS statements,
    ifnull(used.subjects, 0) AS subjects
FROM relations AS r
LEFT JOIN (
    SELECT a.relation_id, count(*) AS statements, count(DISTINCT a.stream_id || ' ' || a.subject_key) AS subjects
    FROM json_each(:streams) AS stream CROSS JOIN assertions AS a ON a.stream_id = stream.value
    GROUP BY a.relation_id) AS used ON used.relation_id = r.id
ORDER BY statements DESC, r.name;
