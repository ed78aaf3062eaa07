-- Stores the lexical document of a packet; a trigger fills the postings from `terms`.
-- in: :packet_id, :stream_id, :length (terms), :asks, :answers, :has_time (0 or 1), :first_person (words),
--     :terms (JSON object of term to frequency)
INSERT INTO documents (packet_id, stream_id, length, asks, answers, has_time, first_person, terms)
VALUES (:packet_id, :stream_id, :length, :asks, :answers, :has_time, :first_person, :terms);
