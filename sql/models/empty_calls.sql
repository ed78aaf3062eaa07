-- Drops every kept answer of a model; what the calls took stays known.
-- out: id
UPDATE model_calls SET response = NULL WHERE response IS NOT NULL RETURNING id;
