-- Records what a frontend made of a packet.
-- in: :stream_id, :packet_id, :frontend, :status (facts, unresolved, no_fact, pending or failed), :reason (why it is unresolved, or '')
-- out: id
INSERT INTO extractions (stream_id, packet_id, frontend, status, reason)
VALUES (:stream_id, :packet_id, :frontend, :status, :reason)
RETURNING id;
