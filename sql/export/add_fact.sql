-- Writes one statement to the plain copy.
-- in: :id, :stream, :subject, :relation, :object, :positive, :current (0 or 1), :superseded_by, :asserted_at, :packet_id
INSERT INTO plain.facts (
    id, stream, subject, relation, object, positive, current, superseded_by, asserted_at, packet_id)
VALUES (
    :id, :stream, :subject, :relation, :object, :positive, :current, :superseded_by, :asserted_at, :packet_id);
