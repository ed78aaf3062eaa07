-- Stores the document of one claim; a trigger fills the inverted index of claims.
-- in: :stream_id, :packet_id, :extraction_id, :ordinal, :session_index, :tokens (words), :length (terms),
--     :people and :keywords (JSON arrays of keys), :negated (0 or 1), :temporal (0 or 1),
--     :terms (JSON object of term to frequency)
-- out: id
INSERT INTO claim_documents (
    stream_id, packet_id, extraction_id, ordinal, session_index, tokens, length, people, keywords, negated, temporal, terms)
VALUES (
    :stream_id, :packet_id, :extraction_id, :ordinal, :session_index, :tokens, :length, :people, :keywords, :negated,
    :temporal, :terms)
RETURNING id;
