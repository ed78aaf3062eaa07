-- Stores one packet unless its stream holds the same one already; then no row comes back.
-- in: :stream_id, :session_id, :source_id, :position, :turn_index, :turn, :speaker, :said_at (ISO 8601 as given),
--     :content, :caption, :image_query, :content_hash (16 bytes)
-- out: id
-- uses: packets_by_hash
INSERT INTO packets (
    stream_id, session_id, source_id, position, turn_index, turn, speaker, said_at, content, caption, image_query,
    content_hash)
VALUES (
    :stream_id, :session_id, :source_id, :position, :turn_index, :turn, :speaker, :said_at, :content, :caption,
    :image_query, :content_hash)
ON CONFLICT (stream_id, content_hash) DO NOTHING
RETURNING id;
