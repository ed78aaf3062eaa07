-- The claims of one extraction.
-- in: :extraction
-- out: ordinal, claim, people, keywords (JSON arrays), event_time, tokens (words), event (msgpack)
-- uses: primary key of descriptors
SELECT ordinal, claim, people, keywords, event_time, tokens, event
FROM descriptors
WHERE extraction_id = :extraction
ORDER BY ordinal;
