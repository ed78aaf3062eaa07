-- What tells some packets again should they be imported once more.
-- in: :packets (JSON array of ids)
-- out: stream, profile, label (of the session), content_hash, content
-- uses: primary keys of packets, streams and sessions
SELECT s.name AS stream, s.profile, n.label, p.content_hash, p.content
FROM json_each(:packets) AS one
CROSS JOIN packets AS p ON p.id = one.value
CROSS JOIN streams AS s ON s.id = p.stream_id
CROSS JOIN sessions AS n ON n.id = p.session_id;
