-- The packet of a stream that has this hash, and its session's label.
-- in: :stream_id, :content_hash (16 bytes)
-- out: id, label
-- uses: packets_by_hash, primary key of sessions
SELECT p.id, s.label FROM packets AS p CROSS JOIN sessions AS s ON s.id = p.session_id
WHERE p.stream_id = :stream_id AND p.content_hash = :content_hash;
