-- Removes sources that no packet came from any more: an address may tell what was forgotten.
DELETE FROM sources WHERE id NOT IN (SELECT source_id FROM packets);
