-- How many packets of conversations and notes an embedder has not read.
-- in: :embedder_id (0 for an embedder that the file does not know), :with_states (1 for one that has token states)
-- out: packets
-- uses: packets_by_position, primary key of packet_vectors, unique index of packet_states
SELECT count(*) AS packets
FROM streams AS s
CROSS JOIN packets AS p ON p.stream_id = s.id
WHERE s.profile <> 'facts' AND NOT EXISTS (
    SELECT 1 FROM packet_vectors AS v
    WHERE v.packet_id = p.id AND v.piece = 0 AND v.embedder_id = :embedder_id AND (NOT :with_states OR EXISTS (
        SELECT 1 FROM packet_states AS t WHERE t.packet_id = p.id AND t.piece = 0)));
