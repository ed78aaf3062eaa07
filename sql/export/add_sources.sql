-- Copies the sources of some streams' packets to the plain copy.
-- in: :streams (JSON array of stream ids)
-- uses: primary key of sources, packets_by_position
INSERT INTO plain.sources (id, uri, format, sha256, imported_at)
SELECT id, uri, format, sha256, imported_at FROM main.sources WHERE id IN (
    SELECT source_id FROM main.packets WHERE stream_id IN (SELECT value FROM json_each(:streams)));
