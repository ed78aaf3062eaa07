-- Stores one packet; its stream must not hold one of the same hash.
-- in: :stream_id, :session_id, :source_id, :position, :turn_index, :turn, :speaker, :said_at (ISO 8601 as given),
--     :content, :caption, :image_query, :content_hash (16 bytes)
-- out: id
INSERT INTO packets (
    stream_id, session_id, source_id, position, turn_index, turn, speaker, said_at, content, caption, image_query,
    content_hash)
VALUES (
    :stream_id, :session_id, :source_id, :position, :turn_index, :turn, :speaker, :said_at, :content, :caption,
    :image_query, :content_hash)
RETURNING id;
