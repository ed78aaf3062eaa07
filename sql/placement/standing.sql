-- Where the claims of a packet are placed; no row for a packet of a stream of facts.
-- in: :packet
-- out: stream_id, layout, session_index, speaker (or null)
-- uses: primary keys of packets, streams and sessions
SELECT p.stream_id, s.layout, n.session_index, p.speaker
FROM packets AS p
CROSS JOIN streams AS s ON s.id = p.stream_id
CROSS JOIN sessions AS n ON n.id = p.session_id
WHERE p.id = :packet AND s.profile <> 'facts';
