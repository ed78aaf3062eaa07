-- The value before the current one of some single-valued relations: the newest statement, up to a moment, of another
-- value, slips left out.
-- in: :slots (JSON array of [stream id, subject key, relation name, current object key]), :until (sortable UTC time),
--     :position (of the stream)
-- out: stream_id, subject_key, subject, relation, object_key, object, depth (0), packet_id, turn, position
-- uses: assertions_by_slot, assertions_by_corrected, unique index of relations (name), primary keys
--       of assertions and packets
SELECT
    a.stream_id, a.subject_key, a.subject, r.name AS relation, a.object_key, a.object, 0 AS depth, a.packet_id, p.turn,
    a.position
FROM json_each(:slots) AS wanted
CROSS JOIN relations AS r ON r.name = wanted.value ->> 2
CROSS JOIN assertions AS a ON a.id = (
    SELECT w.id FROM assertions AS w
    WHERE w.stream_id = wanted.value ->> 0 AND w.subject_key = wanted.value ->> 1 AND w.relation_id = r.id
        AND w.slot = '' AND w.positive = 1 AND w.object_key <> wanted.value ->> 3
        AND w.asserted_at <= :until AND w.position <= :position AND NOT EXISTS (
            SELECT 1 FROM assertions AS c
            WHERE c.corrects = w.id AND c.asserted_at <= :until AND c.position <= :position)
    ORDER BY w.asserted_at DESC, w.position DESC, w.id DESC LIMIT 1)
CROSS JOIN packets AS p ON p.id = a.packet_id;
