-- The table of sessions of the plain copy; `number` counts those of a stream from 1.
CREATE TABLE IF NOT EXISTS plain.sessions (
    id INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    name TEXT NOT NULL,
    number INTEGER NOT NULL,
    started_at TEXT
);
