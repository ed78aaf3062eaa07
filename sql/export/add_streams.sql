-- Copies some streams to the plain copy.
-- in: :streams (JSON array of stream ids)
-- uses: primary key of streams
INSERT INTO plain.streams (id, name, profile)
SELECT id, name, profile FROM main.streams WHERE id IN (SELECT value FROM json_each(:streams));
