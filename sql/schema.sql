-- Every table, index and trigger of a memory that this version creates. Written by docs/generate.py: do not edit.

CREATE TABLE assertions (
    id INTEGER PRIMARY KEY,
    extraction_id INTEGER NOT NULL REFERENCES extractions (id) ON DELETE CASCADE,
    stream_id INTEGER NOT NULL,
    packet_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    descriptor INTEGER,
    subject TEXT NOT NULL,
    subject_key TEXT NOT NULL,
    relation_id INTEGER NOT NULL REFERENCES relations (id),
    object TEXT NOT NULL,
    object_key TEXT NOT NULL,
    slot TEXT NOT NULL,
    positive INTEGER NOT NULL CHECK (positive IN (0, 1)),
    asserted_at TEXT NOT NULL
) STRICT;

CREATE TABLE descriptors (
    extraction_id INTEGER NOT NULL REFERENCES extractions (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    claim TEXT NOT NULL,
    people TEXT NOT NULL,
    keywords TEXT NOT NULL,
    event_time TEXT NOT NULL,
    tokens INTEGER NOT NULL,
    event BLOB NOT NULL,
    PRIMARY KEY (extraction_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE documents (
    packet_id INTEGER PRIMARY KEY REFERENCES packets (id) ON DELETE CASCADE,
    stream_id INTEGER NOT NULL,
    length INTEGER NOT NULL,
    asks INTEGER NOT NULL,
    answers INTEGER NOT NULL,
    has_time INTEGER NOT NULL,
    first_person INTEGER NOT NULL,
    terms TEXT NOT NULL
) STRICT;

CREATE TABLE embedders (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    dimension INTEGER NOT NULL CHECK (dimension > 0)
) STRICT;

CREATE TABLE extractions (
    id INTEGER PRIMARY KEY,
    stream_id INTEGER NOT NULL,
    packet_id INTEGER NOT NULL REFERENCES packets (id) ON DELETE CASCADE,
    frontend TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'facts', 'unresolved', 'no_fact', 'failed')),
    reason TEXT NOT NULL DEFAULT '',
    model TEXT,
    attempts INTEGER NOT NULL DEFAULT 0
, leased_until REAL NOT NULL DEFAULT 0, owner TEXT) STRICT;

CREATE TABLE latest (
    stream_id INTEGER NOT NULL,
    subject_key TEXT NOT NULL,
    relation_id INTEGER NOT NULL,
    slot TEXT NOT NULL,
    object_key TEXT NOT NULL,
    positive INTEGER NOT NULL,
    assertion_id INTEGER NOT NULL,
    PRIMARY KEY (stream_id, subject_key, relation_id, slot)
) STRICT, WITHOUT ROWID;

CREATE TABLE model_call_packets (
    packet_id INTEGER NOT NULL REFERENCES packets (id) ON DELETE CASCADE,
    call_id INTEGER NOT NULL REFERENCES model_calls (id),
    PRIMARY KEY (packet_id, call_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE model_calls (
    id INTEGER PRIMARY KEY,
    identity BLOB NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    model TEXT NOT NULL,
    calls INTEGER NOT NULL,
    prompt_tokens INTEGER NOT NULL,
    completion_tokens INTEGER NOT NULL,
    seconds REAL NOT NULL,
    called_at TEXT NOT NULL,
    response BLOB
) STRICT;

CREATE TABLE packet_states (
    packet_id INTEGER NOT NULL,
    piece INTEGER NOT NULL,
    tokens BLOB NOT NULL,
    states BLOB NOT NULL,
    PRIMARY KEY (packet_id, piece),
    FOREIGN KEY (packet_id, piece) REFERENCES packet_vectors (packet_id, piece) ON DELETE CASCADE
) STRICT;

CREATE TABLE packet_vectors (
    packet_id INTEGER NOT NULL REFERENCES packets (id) ON DELETE CASCADE,
    piece INTEGER NOT NULL,
    embedder_id INTEGER NOT NULL REFERENCES embedders (id),
    vector BLOB NOT NULL,
    PRIMARY KEY (packet_id, piece)
) STRICT, WITHOUT ROWID;

CREATE TABLE packets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    stream_id INTEGER NOT NULL REFERENCES streams (id),
    session_id INTEGER NOT NULL REFERENCES sessions (id),
    source_id INTEGER NOT NULL REFERENCES sources (id),
    position INTEGER NOT NULL,
    turn_index INTEGER NOT NULL,
    turn TEXT,
    speaker TEXT,
    said_at TEXT,
    content TEXT NOT NULL,
    caption TEXT,
    image_query TEXT,
    content_hash BLOB NOT NULL
) STRICT;

CREATE TABLE postings (
    stream_id INTEGER NOT NULL,
    term TEXT NOT NULL,
    packet_id INTEGER NOT NULL,
    frequency INTEGER NOT NULL,
    PRIMARY KEY (stream_id, term, packet_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE properties (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE relations (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    cardinality TEXT NOT NULL CHECK (cardinality IN ('single', 'multi'))
) STRICT;

CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    stream_id INTEGER NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
    label TEXT NOT NULL,
    session_index INTEGER NOT NULL,
    started_at TEXT,
    next_turn_index INTEGER NOT NULL DEFAULT 0,
    UNIQUE (stream_id, label)
) STRICT;

CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    uri TEXT NOT NULL,
    format TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    imported_at TEXT NOT NULL,
    UNIQUE (uri, sha256)
) STRICT;

CREATE TABLE speakers (
    stream_id INTEGER NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
    person_key TEXT NOT NULL,
    first_name TEXT NOT NULL,
    name TEXT NOT NULL,
    packets INTEGER NOT NULL,
    PRIMARY KEY (stream_id, person_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE streams (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    profile TEXT NOT NULL CHECK (profile IN ('dialogue', 'facts', 'notes')),
    next_position INTEGER NOT NULL DEFAULT 1,
    documents INTEGER NOT NULL DEFAULT 0,
    document_terms INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX assertions_by_extraction ON assertions (extraction_id);

CREATE INDEX assertions_by_slot
ON assertions (stream_id, subject_key, relation_id, slot, asserted_at, position, id);

CREATE TRIGGER assertions_are_immutable BEFORE UPDATE ON assertions
BEGIN
    SELECT raise(ABORT, 'assertions are immutable: delete and insert');
END;

CREATE TRIGGER assertions_delete AFTER DELETE ON assertions
BEGIN
    DELETE FROM latest
    WHERE stream_id = old.stream_id AND subject_key = old.subject_key
        AND relation_id = old.relation_id AND slot = old.slot;
    INSERT INTO latest
    SELECT a.stream_id, a.subject_key, a.relation_id, a.slot, a.object_key, a.positive, a.id
    FROM assertions AS a
    WHERE a.stream_id = old.stream_id AND a.subject_key = old.subject_key
        AND a.relation_id = old.relation_id AND a.slot = old.slot
        AND (a.positive = 1 OR a.object_key = ifnull((
            SELECT p.object_key FROM assertions AS p
            WHERE p.stream_id = old.stream_id AND p.subject_key = old.subject_key
                AND p.relation_id = old.relation_id AND p.slot = old.slot AND p.positive = 1
            ORDER BY p.asserted_at DESC, p.position DESC, p.id DESC LIMIT 1), a.object_key))
    ORDER BY a.asserted_at DESC, a.position DESC, a.id DESC
    LIMIT 1;
END;

CREATE TRIGGER assertions_insert AFTER INSERT ON assertions
BEGIN
    INSERT OR REPLACE INTO latest
    SELECT a.stream_id, a.subject_key, a.relation_id, a.slot, a.object_key, a.positive, a.id
    FROM assertions AS a
    WHERE a.stream_id = new.stream_id AND a.subject_key = new.subject_key
        AND a.relation_id = new.relation_id AND a.slot = new.slot
        AND (a.positive = 1 OR a.object_key = ifnull((
            SELECT p.object_key FROM assertions AS p
            WHERE p.stream_id = new.stream_id AND p.subject_key = new.subject_key
                AND p.relation_id = new.relation_id AND p.slot = new.slot AND p.positive = 1
            ORDER BY p.asserted_at DESC, p.position DESC, p.id DESC LIMIT 1), a.object_key))
    ORDER BY a.asserted_at DESC, a.position DESC, a.id DESC
    LIMIT 1;
END;

CREATE TRIGGER documents_delete AFTER DELETE ON documents
BEGIN
    DELETE FROM postings
    WHERE stream_id = old.stream_id AND packet_id = old.packet_id
        AND term IN (SELECT term.key FROM json_each(old.terms) AS term);
    UPDATE streams SET documents = documents - 1, document_terms = document_terms - old.length
    WHERE id = old.stream_id;
END;

CREATE TRIGGER documents_insert AFTER INSERT ON documents
BEGIN
    INSERT INTO postings (stream_id, term, packet_id, frequency)
    SELECT new.stream_id, term.key, new.packet_id, term.value FROM json_each(new.terms) AS term;
    UPDATE streams SET documents = documents + 1, document_terms = document_terms + new.length
    WHERE id = new.stream_id;
END;

CREATE INDEX extractions_by_frontend ON extractions (frontend, status, packet_id) WHERE frontend <> 'rules';

CREATE UNIQUE INDEX extractions_by_packet ON extractions (packet_id, frontend);

CREATE INDEX extractions_unresolved ON extractions (stream_id, packet_id) WHERE status = 'unresolved';

CREATE TRIGGER model_call_packets_delete AFTER DELETE ON model_call_packets
BEGIN
    UPDATE model_calls SET response = NULL WHERE id = old.call_id;
END;

CREATE INDEX packet_vectors_by_embedder ON packet_vectors (embedder_id, packet_id, piece);

CREATE UNIQUE INDEX packets_by_hash ON packets (stream_id, content_hash);

CREATE UNIQUE INDEX packets_by_position ON packets (stream_id, position);

CREATE UNIQUE INDEX packets_by_turn ON packets (session_id, turn_index);

CREATE TRIGGER packets_are_immutable BEFORE UPDATE ON packets
BEGIN
    SELECT raise(ABORT, 'packets are immutable');
END;

CREATE TRIGGER packets_delete_reading AFTER DELETE ON packets
BEGIN
    DELETE FROM extractions
    WHERE frontend <> 'rules' AND packet_id = (
        SELECT id FROM packets WHERE session_id = old.session_id AND turn_index = old.turn_index + 1);
END;

CREATE INDEX speakers_by_first_name ON speakers (stream_id, first_name, person_key);
