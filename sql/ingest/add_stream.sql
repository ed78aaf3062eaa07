-- Starts a stream.
-- in: :name, :profile (dialogue, facts or notes)
-- out: id
INSERT INTO streams (name, profile) VALUES (:name, :profile) RETURNING id;
