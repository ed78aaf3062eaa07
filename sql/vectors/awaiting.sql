-- The next packets of conversations and notes that an embedder has not read.
-- in: :embedder_id (0 for an embedder that the file does not know), :with_states (1 for one that has token states), :after
--     (packet id), :most (rows)
-- out: packet_id, content, caption, image_query
-- uses: primary keys of packets, streams and packet_vectors, unique index of packet_states
SELECT p.id AS packet_id, p.content, p.caption, p.image_query
FROM packets AS p
CROSS JOIN streams AS s ON s.id = p.stream_id AND s.profile <> 'facts'
WHERE p.id > :after AND NOT EXISTS (
    SELECT 1 FROM packet_vectors AS v
    WHERE v.packet_id = p.id AND v.piece = 0 AND v.embedder_id = :embedder_id AND (NOT :with_states OR EXISTS (
        SELECT 1 FROM packet_states AS t WHERE t.packet_id = p.id AND t.piece = 0)))
ORDER BY p.id
LIMIT :most;
