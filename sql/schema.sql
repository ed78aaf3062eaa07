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
, corrects INTEGER REFERENCES assertions (id) ON DELETE CASCADE) STRICT;

CREATE TABLE cell_members (
    claim_id INTEGER PRIMARY KEY REFERENCES claim_documents (id) ON DELETE CASCADE,
    cell_id INTEGER NOT NULL REFERENCES cells (id)
) STRICT;

CREATE TABLE cell_terms (
    stream_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('keyword', 'person')),
    term TEXT NOT NULL,
    cell_id INTEGER NOT NULL,
    members INTEGER NOT NULL,
    has_room INTEGER NOT NULL DEFAULT 1 CHECK (has_room IN (0, 1)),
    PRIMARY KEY (stream_id, kind, term, cell_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE cells (
    id INTEGER PRIMARY KEY,
    stream_id INTEGER NOT NULL,
    bucket TEXT NOT NULL DEFAULT '',
    members INTEGER NOT NULL DEFAULT 0,
    tokens INTEGER NOT NULL DEFAULT 0,
    first_session INTEGER NOT NULL,
    last_session INTEGER NOT NULL,
    temporal INTEGER NOT NULL DEFAULT 0,
    keywords INTEGER NOT NULL DEFAULT 0,
    people INTEGER NOT NULL DEFAULT 0,
    heterogeneity REAL,
    title TEXT NOT NULL DEFAULT '',
    summary TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE claim_documents (
    id INTEGER PRIMARY KEY,
    stream_id INTEGER NOT NULL,
    packet_id INTEGER NOT NULL,
    extraction_id INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    session_index INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    length INTEGER NOT NULL,
    people TEXT NOT NULL,
    keywords TEXT NOT NULL,
    negated INTEGER NOT NULL CHECK (negated IN (0, 1)),
    temporal INTEGER NOT NULL CHECK (temporal IN (0, 1)),
    terms TEXT NOT NULL,
    UNIQUE (extraction_id, ordinal),
    FOREIGN KEY (extraction_id, ordinal) REFERENCES descriptors (extraction_id, ordinal) ON DELETE CASCADE
) STRICT;

CREATE TABLE claim_postings (
    stream_id INTEGER NOT NULL,
    term TEXT NOT NULL,
    claim_id INTEGER NOT NULL,
    frequency INTEGER NOT NULL,
    PRIMARY KEY (stream_id, term, claim_id)
) STRICT, WITHOUT ROWID;

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
, set_by_user INTEGER NOT NULL DEFAULT 0 CHECK (set_by_user IN (0, 1)), gathering INTEGER NOT NULL DEFAULT 0, replacing INTEGER NOT NULL DEFAULT 0) STRICT;

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
, claims INTEGER NOT NULL DEFAULT 0, claim_terms INTEGER NOT NULL DEFAULT 0, layout TEXT NOT NULL DEFAULT 'bounded'
CHECK (layout IN ('flat', 'sequential', 'session', 'entity', 'bounded'))) STRICT;

CREATE TABLE tombstones (
    digest BLOB PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE unplaced_packets (
    packet_id INTEGER PRIMARY KEY REFERENCES packets (id) ON DELETE CASCADE
) STRICT;

CREATE VIEW replays AS
SELECT stream_id, subject_key, relation_id, slot, object_key, positive, assertion_id
FROM (
    SELECT
        a.stream_id, a.subject_key, a.relation_id, a.slot, a.object_key, a.positive, a.id AS assertion_id,
        row_number() OVER (
            PARTITION BY a.stream_id, a.subject_key, a.relation_id, a.slot
            ORDER BY a.asserted_at DESC, a.position DESC, a.id DESC) AS age
    FROM assertions AS a
    WHERE NOT EXISTS (SELECT 1 FROM assertions AS c WHERE c.corrects = a.id)
        AND (a.positive = 1 OR a.corrects IS NULL AND a.object_key IN ('', ifnull((
            SELECT p.object_key FROM assertions AS p
            WHERE p.stream_id = a.stream_id AND p.subject_key = a.subject_key AND p.relation_id = a.relation_id
                AND p.slot = a.slot AND p.positive = 1
                AND NOT EXISTS (SELECT 1 FROM assertions AS c WHERE c.corrects = p.id)
            ORDER BY p.asserted_at DESC, p.position DESC, p.id DESC LIMIT 1), a.object_key)))
)
WHERE age = 1;

CREATE INDEX assertions_by_corrected ON assertions (corrects) WHERE corrects IS NOT NULL;

CREATE INDEX assertions_by_extraction ON assertions (extraction_id);

CREATE INDEX assertions_by_slot
ON assertions (stream_id, subject_key, relation_id, slot, asserted_at, position, id);

CREATE TRIGGER assertions_are_immutable BEFORE UPDATE OF
    id, extraction_id, stream_id, packet_id, position, descriptor, subject, subject_key, relation_id, object, object_key,
    positive, asserted_at, corrects
ON assertions
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
        AND NOT EXISTS (SELECT 1 FROM assertions AS c WHERE c.corrects = a.id)
        AND (a.positive = 1 OR a.corrects IS NULL AND a.object_key IN ('', ifnull((
            SELECT p.object_key FROM assertions AS p
            WHERE p.stream_id = old.stream_id AND p.subject_key = old.subject_key
                AND p.relation_id = old.relation_id AND p.slot = old.slot AND p.positive = 1
                AND NOT EXISTS (SELECT 1 FROM assertions AS c WHERE c.corrects = p.id)
            ORDER BY p.asserted_at DESC, p.position DESC, p.id DESC LIMIT 1), a.object_key)))
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
        AND NOT EXISTS (SELECT 1 FROM assertions AS c WHERE c.corrects = a.id)
        AND (a.positive = 1 OR a.corrects IS NULL AND a.object_key IN ('', ifnull((
            SELECT p.object_key FROM assertions AS p
            WHERE p.stream_id = new.stream_id AND p.subject_key = new.subject_key
                AND p.relation_id = new.relation_id AND p.slot = new.slot AND p.positive = 1
                AND NOT EXISTS (SELECT 1 FROM assertions AS c WHERE c.corrects = p.id)
            ORDER BY p.asserted_at DESC, p.position DESC, p.id DESC LIMIT 1), a.object_key)))
    ORDER BY a.asserted_at DESC, a.position DESC, a.id DESC
    LIMIT 1;
END;

CREATE TRIGGER corrections_delete AFTER DELETE ON assertions WHEN old.corrects IS NOT NULL
BEGIN
    DELETE FROM latest
    WHERE stream_id = old.stream_id AND subject_key = old.subject_key AND relation_id = old.relation_id;
    INSERT INTO latest
    SELECT stream_id, subject_key, relation_id, slot, object_key, positive, assertion_id FROM replays
    WHERE stream_id = old.stream_id AND subject_key = old.subject_key AND relation_id = old.relation_id;
END;

CREATE TRIGGER corrections_insert AFTER INSERT ON assertions WHEN new.corrects IS NOT NULL
BEGIN
    DELETE FROM latest
    WHERE stream_id = new.stream_id AND subject_key = new.subject_key AND relation_id = new.relation_id;
    INSERT INTO latest
    SELECT stream_id, subject_key, relation_id, slot, object_key, positive, assertion_id FROM replays
    WHERE stream_id = new.stream_id AND subject_key = new.subject_key AND relation_id = new.relation_id;
END;

CREATE INDEX cell_members_by_cell ON cell_members (cell_id);

CREATE TRIGGER cell_members_delete AFTER DELETE ON cell_members
BEGIN
    UPDATE cell_terms SET members = members - 1
    WHERE cell_id = old.cell_id AND (
        kind = 'keyword' AND term IN (
            SELECT t.value FROM claim_documents AS d CROSS JOIN json_each(d.keywords) AS t WHERE d.id = old.claim_id)
        OR kind = 'person' AND term IN (
            SELECT t.value FROM claim_documents AS d CROSS JOIN json_each(d.people) AS t WHERE d.id = old.claim_id));
    DELETE FROM cell_terms WHERE cell_id = old.cell_id AND members = 0;
    UPDATE cell_terms SET has_room = 1 WHERE cell_id = old.cell_id AND has_room = 0;
    DELETE FROM cells WHERE id = old.cell_id AND members = 1;
    UPDATE cells SET
        (first_session, last_session) = (
            SELECT min(m.session_index), max(m.session_index)
            FROM cell_members AS o CROSS JOIN claim_documents AS m ON m.id = o.claim_id
            WHERE o.cell_id = old.cell_id),
        members = cells.members - 1,
        tokens = cells.tokens - d.tokens,
        temporal = cells.temporal - d.temporal,
        keywords = (SELECT count(*) FROM cell_terms AS t WHERE t.cell_id = old.cell_id AND t.kind = 'keyword'),
        people = (SELECT count(*) FROM cell_terms AS t WHERE t.cell_id = old.cell_id AND t.kind = 'person'),
        heterogeneity = NULL,
        title = '',
        summary = ''
    FROM claim_documents AS d
    WHERE cells.id = old.cell_id AND d.id = old.claim_id;
END;

CREATE TRIGGER cell_members_insert AFTER INSERT ON cell_members
BEGIN
    INSERT INTO cell_terms (stream_id, kind, term, cell_id, members)
    SELECT d.stream_id, 'keyword', term.value, new.cell_id, 1
    FROM claim_documents AS d CROSS JOIN json_each(d.keywords) AS term
    WHERE d.id = new.claim_id
    ON CONFLICT DO UPDATE SET members = members + 1;
    INSERT INTO cell_terms (stream_id, kind, term, cell_id, members)
    SELECT d.stream_id, 'person', term.value, new.cell_id, 1
    FROM claim_documents AS d CROSS JOIN json_each(d.people) AS term
    WHERE d.id = new.claim_id
    ON CONFLICT DO UPDATE SET members = members + 1;
    UPDATE cells SET
        members = cells.members + 1,
        tokens = cells.tokens + d.tokens,
        temporal = cells.temporal + d.temporal,
        first_session = min(cells.first_session, d.session_index),
        last_session = max(cells.last_session, d.session_index),
        keywords = (SELECT count(*) FROM cell_terms AS t WHERE t.cell_id = new.cell_id AND t.kind = 'keyword'),
        people = (SELECT count(*) FROM cell_terms AS t WHERE t.cell_id = new.cell_id AND t.kind = 'person'),
        heterogeneity = NULL
    FROM claim_documents AS d
    WHERE cells.id = new.cell_id AND d.id = new.claim_id;
END;

CREATE INDEX cell_terms_by_cell ON cell_terms (cell_id, kind);

CREATE INDEX cell_terms_with_room ON cell_terms (stream_id, kind, term) WHERE has_room = 1;

CREATE INDEX cells_by_bucket ON cells (stream_id, bucket);

CREATE INDEX cells_without_heterogeneity ON cells (id) WHERE heterogeneity IS NULL;

CREATE TRIGGER claim_documents_delete BEFORE DELETE ON claim_documents
BEGIN
    DELETE FROM cell_members WHERE claim_id = old.id;
    DELETE FROM claim_postings
    WHERE stream_id = old.stream_id AND claim_id = old.id
        AND term IN (SELECT term.key FROM json_each(old.terms) AS term);
    UPDATE streams SET claims = claims - 1, claim_terms = claim_terms - old.length WHERE id = old.stream_id;
END;

CREATE TRIGGER claim_documents_insert AFTER INSERT ON claim_documents
BEGIN
    INSERT INTO claim_postings (stream_id, term, claim_id, frequency)
    SELECT new.stream_id, term.key, new.id, term.value FROM json_each(new.terms) AS term;
    UPDATE streams SET claims = claims + 1, claim_terms = claim_terms + new.length WHERE id = new.stream_id;
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

CREATE INDEX sessions_by_index ON sessions (stream_id, session_index);

CREATE INDEX speakers_by_first_name ON speakers (stream_id, first_name, person_key);
