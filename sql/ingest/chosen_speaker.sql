-- What one speaker said in one stream.
-- in: :stream_id, :names (JSON array of the speaker's name in every way it is written there)
-- out: id
-- uses: packets_by_position
SELECT id FROM packets
WHERE stream_id = :stream_id AND speaker IN (SELECT value FROM json_each(:names));
