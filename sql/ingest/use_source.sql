-- The id of a source, added at its first use.
-- in: :uri, :format, :sha256 (hex, or '' while the file is still being read), :imported_at (UTC, ISO 8601)
-- out: id
-- uses: unique index of sources (uri, sha256)
INSERT INTO sources (uri, format, sha256, imported_at) VALUES (:uri, :format, :sha256, :imported_at)
ON CONFLICT (uri, sha256) DO UPDATE SET imported_at = excluded.imported_at
RETURNING id;
