-- The table of records of the plain copy; `position` counts those of a stream from 1.
CREATE TABLE IF NOT EXISTS plain.packets (
    id INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    session TEXT NOT NULL,
    session_id INTEGER NOT NULL REFERENCES sessions (id),
    position INTEGER NOT NULL,
    turn TEXT,
    speaker TEXT,
    said_at TEXT,
    content TEXT NOT NULL,
    caption TEXT,
    image_query TEXT,
    source_id INTEGER NOT NULL REFERENCES sources (id)
);
