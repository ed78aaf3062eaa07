-- Forgets packets; what was derived from them goes with them.
-- in: :packets (JSON array of ids)
-- out: stream_id
-- uses: primary key of packets
DELETE FROM packets WHERE id IN (SELECT value FROM json_each(:packets)) RETURNING stream_id;
