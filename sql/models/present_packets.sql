-- How many of some packets were not forgotten.
-- in: :packets (JSON array of ids)
-- out: present
-- uses: primary key of packets
SELECT count(*) AS present FROM packets WHERE id IN (SELECT value FROM json_each(:packets));
