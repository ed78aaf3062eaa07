-- Stores one claim of an extraction.
-- in: :extraction_id, :ordinal, :claim, :people and :keywords (JSON arrays), :event_time (ISO 8601 or ''),
--     :tokens (words), :event (msgpack array in the order of the event record's fields)
INSERT INTO descriptors (extraction_id, ordinal, claim, people, keywords, event_time, tokens, event)
VALUES (:extraction_id, :ordinal, :claim, :people, :keywords, :event_time, :tokens, :event);
