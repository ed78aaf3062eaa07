-- How many sessions and streams hold no other packets than some.
-- in: :packets (JSON array of ids)
-- out: sessions, streams
-- uses: primary key of packets, packets_by_turn, packets_by_position
WITH gone (id, session_id, stream_id) AS MATERIALIZED (
    SELECT p.id, p.session_id, p.stream_id FROM json_each(:packets) AS one CROSS JOIN packets AS p ON p.id = one.value
)
SELECT
    (
        SELECT count(*) FROM (SELECT session_id, count(*) AS packets FROM gone GROUP BY session_id) AS g
        WHERE g.packets = (SELECT count(*) FROM packets AS p WHERE p.session_id = g.session_id)) AS sessions,
    (
        SELECT count(*) FROM (SELECT stream_id, count(*) AS packets FROM gone GROUP BY stream_id) AS g
        WHERE g.packets = (SELECT count(*) FROM packets AS p WHERE p.stream_id = g.stream_id)) AS streams;
