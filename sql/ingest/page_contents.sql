-- The texts that the memory has of one page of notes: its own session, and those of the headings below it.
-- in: :stream (name), :page (label of its session), :until (label after those of its headings)
-- out: content
-- uses: unique index of streams (name), unique index of sessions (stream_id, label), packets_by_turn
SELECT p.content
FROM streams AS s
CROSS JOIN sessions AS n ON n.stream_id = s.id AND n.label >= :page AND n.label < :until
CROSS JOIN packets AS p ON p.session_id = n.id
WHERE s.name = :stream AND (n.label = :page OR substr(n.label, length(:page) + 1, 3) = ' / ');
