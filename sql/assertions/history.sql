-- Every statement about some subjects up to a moment, slot by slot, oldest first.
-- in: :streams (JSON array of stream ids), :subjects (JSON array of subject keys), :until (sortable UTC time),
--     :position (of the stream)
-- out: id, stream (name), subject, relation, object, object_key, positive (0 or 1), said_at (as given), packet_id, turn,
--      speaker, asserted_at (sortable UTC time), position, corrects (id or null), corrected_to (object of what put it
--      right, '' where it was only taken back, or null), corrected_at (as given), corrected_in (packet),
--      stream_id, subject_key, relation_id, slot
-- uses: assertions_by_slot, assertions_by_corrected, primary keys of relations, packets and streams
SELECT
    a.id, s.name AS stream, a.subject, r.name AS relation, a.object, a.object_key, a.positive, p.said_at, a.packet_id,
    p.turn, p.speaker, a.asserted_at, a.position, a.corrects,
    CASE WHEN c.positive = 1 THEN c.object WHEN c.positive = 0 THEN '' END AS corrected_to,
    later.said_at AS corrected_at, c.packet_id AS corrected_in,
    a.stream_id, a.subject_key, a.relation_id, a.slot
FROM json_each(:streams) AS wanted_stream
CROSS JOIN json_each(:subjects) AS wanted
CROSS JOIN assertions AS a ON a.stream_id = wanted_stream.value AND a.subject_key = wanted.value
CROSS JOIN relations AS r ON r.id = a.relation_id
CROSS JOIN packets AS p ON p.id = a.packet_id
CROSS JOIN streams AS s ON s.id = a.stream_id
LEFT JOIN assertions AS c ON c.corrects = a.id AND c.asserted_at <= :until AND c.position <= :position
LEFT JOIN packets AS later ON later.id = c.packet_id
WHERE a.asserted_at <= :until AND a.position <= :position
ORDER BY a.stream_id, a.subject_key, r.name, a.slot, a.asserted_at, a.position, a.id;
