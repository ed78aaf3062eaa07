-- The table of sources of the plain copy: which file was read, in which format and when (UTC).
CREATE TABLE IF NOT EXISTS plain.sources (
    id INTEGER PRIMARY KEY,
    uri TEXT NOT NULL,
    format TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    imported_at TEXT NOT NULL
);
