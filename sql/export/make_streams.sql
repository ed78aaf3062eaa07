-- The table of streams of the plain copy; `profile` is how the stream is read.
CREATE TABLE IF NOT EXISTS plain.streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL, profile TEXT NOT NULL);
