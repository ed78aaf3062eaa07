-- Forgets what one speaker said in one stream.
-- in: :stream_id, :person_key (entity key of the speaker)
-- out: id
-- uses: packets_by_position, primary key of speakers
DELETE FROM packets
WHERE stream_id = :stream_id
    AND speaker IN (SELECT name FROM speakers WHERE stream_id = :stream_id AND person_key = :person_key)
RETURNING id;
