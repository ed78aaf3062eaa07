-- The table of statements of the plain copy, current and replaced ones.
CREATE TABLE IF NOT EXISTS plain.facts (
    id INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    subject TEXT NOT NULL,
    relation TEXT NOT NULL,
    object TEXT NOT NULL,
    positive INTEGER NOT NULL,
    current INTEGER NOT NULL,
    superseded_by TEXT,
    asserted_at TEXT,
    packet_id INTEGER NOT NULL REFERENCES packets (id)
);
