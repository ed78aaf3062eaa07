-- The table of claims of the plain copy, by which records are found; `people` and `keywords` are JSON arrays.
CREATE TABLE IF NOT EXISTS plain.claims (
    id INTEGER PRIMARY KEY,
    packet_id INTEGER NOT NULL REFERENCES packets (id),
    frontend TEXT NOT NULL,
    claim TEXT NOT NULL,
    event_time TEXT NOT NULL,
    people TEXT NOT NULL,
    keywords TEXT NOT NULL
);
