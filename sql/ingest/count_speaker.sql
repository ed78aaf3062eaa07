-- Adds packets to the count of one speaker of a stream.
-- in: :stream_id, :person_key (entity key), :first_name (first word of the key), :name (as written), :packets (count)
-- uses: primary key of speakers
INSERT INTO speakers (stream_id, person_key, first_name, name, packets)
VALUES (:stream_id, :person_key, :first_name, :name, :packets)
ON CONFLICT (stream_id, person_key) DO UPDATE SET packets = packets + excluded.packets;
