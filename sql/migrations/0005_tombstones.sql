-- Records that were forgotten stay out when they are imported again. `digest` stands for the stream and the identity of
-- one, and for its page and text where turns are named after lines; it is keyed with the property "tombstone_key", which
-- is random and the file's own, and tells nothing to who does not guess the record.
CREATE TABLE tombstones (
    digest BLOB PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- The next session of a stream is found without reading those before it.
CREATE INDEX sessions_by_index ON sessions (stream_id, session_index);
