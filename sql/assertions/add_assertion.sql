-- Appends one statement; triggers bring the latest view up to date.
-- in: :extraction_id, :stream_id, :packet_id, :position (of the packet), :descriptor (ordinal or null), :subject,
--     :subject_key, :relation_id, :object, :object_key, :slot ('' or the object key), :positive (0 or 1),
--     :asserted_at (sortable UTC time, '' without one), :corrects (statement that this puts right, or null)
INSERT INTO assertions (
    extraction_id, stream_id, packet_id, position, descriptor, subject, subject_key, relation_id, object, object_key,
    slot, positive, asserted_at, corrects)
VALUES (
    :extraction_id, :stream_id, :packet_id, :position, :descriptor, :subject, :subject_key, :relation_id, :object,
    :object_key, :slot, :positive, :asserted_at, :corrects);
