-- Counts the speakers of one stream again after packets were forgotten.
-- in: :stream_id
-- uses: packets_by_position, primary key of speakers
UPDATE speakers SET packets = (
    SELECT count(*) FROM packets AS p WHERE p.stream_id = speakers.stream_id AND p.speaker = speakers.name)
WHERE stream_id = :stream_id;
