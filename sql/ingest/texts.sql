-- The texts of one stream's packets after a position: one page of a search for a phrase.
-- in: :stream_id, :after (position), :most (rows)
-- out: position, id, content, caption, image_query
-- uses: packets_by_position
SELECT position, id, content, caption, image_query
FROM packets
WHERE stream_id = :stream_id AND position > :after
ORDER BY position
LIMIT :most;
