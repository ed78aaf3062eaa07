-- The statements of the plain copy that hold.
CREATE VIEW IF NOT EXISTS plain.current_facts AS
SELECT stream, subject, relation, object, positive, asserted_at, packet_id FROM facts WHERE current = 1;
