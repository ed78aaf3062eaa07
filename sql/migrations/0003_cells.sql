-- The address plane: claims as lexical documents, and the bounded groups ("Cells") by which a question finds them.
--
-- All of it is derived from `descriptors` and can be rebuilt. Streams of facts have none: their closure is their
-- evidence.

-- `claims` and `claim_terms` are the size and the summed length of a stream's claim documents, kept by triggers;
-- `layout` is how its claims are grouped.
ALTER TABLE streams ADD COLUMN claims INTEGER NOT NULL DEFAULT 0;
ALTER TABLE streams ADD COLUMN claim_terms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE streams ADD COLUMN layout TEXT NOT NULL DEFAULT 'bounded'
CHECK (layout IN ('flat', 'sequential', 'session', 'entity', 'bounded'));

-- The claims of the rules and of models. Ids ascend in the order in which claims were placed. `people` and `keywords` are
-- JSON arrays of normalised keys without repetition; `terms` is a JSON object of term to frequency over claim, keywords
-- and people, `length` their sum. `temporal` is 1 where the claim has a time.
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

-- The inverted index of claims: derived from `claim_documents` by the two triggers below and by nothing else.
CREATE TABLE claim_postings (
    stream_id INTEGER NOT NULL,
    term TEXT NOT NULL,
    claim_id INTEGER NOT NULL,
    frequency INTEGER NOT NULL,
    PRIMARY KEY (stream_id, term, claim_id)
) STRICT, WITHOUT ROWID;

-- Groups of claims. `bucket` tells what a layout of blocks groups by: a session, a person, or nothing. `keywords` and
-- `people` count the different ones of the members, `temporal` the members with a time. `heterogeneity` is H of equation
-- 20; null after a member has come or gone, until the Cell is described again. One that lost a member has no `title` and
-- no `summary` meanwhile.
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
CREATE INDEX cells_by_bucket ON cells (stream_id, bucket);
CREATE INDEX cells_without_heterogeneity ON cells (id) WHERE heterogeneity IS NULL;

CREATE TABLE cell_members (
    claim_id INTEGER PRIMARY KEY REFERENCES claim_documents (id) ON DELETE CASCADE,
    cell_id INTEGER NOT NULL REFERENCES cells (id)
) STRICT;
CREATE INDEX cell_members_by_cell ON cell_members (cell_id);

-- How many members of a Cell have a keyword or involve a person. `has_room` is 0 once the Cell takes no more claims: of
-- those that do, an index finds the ones that share a term with a claim.
CREATE TABLE cell_terms (
    stream_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('keyword', 'person')),
    term TEXT NOT NULL,
    cell_id INTEGER NOT NULL,
    members INTEGER NOT NULL,
    has_room INTEGER NOT NULL DEFAULT 1 CHECK (has_room IN (0, 1)),
    PRIMARY KEY (stream_id, kind, term, cell_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX cell_terms_by_cell ON cell_terms (cell_id, kind);
CREATE INDEX cell_terms_with_room ON cell_terms (stream_id, kind, term) WHERE has_room = 1;

-- Packets whose claims have no claim documents: those of a file of an earlier schema, and those of a stream in the course
-- of another layout. The next write places them.
CREATE TABLE unplaced_packets (
    packet_id INTEGER PRIMARY KEY REFERENCES packets (id) ON DELETE CASCADE
) STRICT;
INSERT INTO unplaced_packets (packet_id)
SELECT DISTINCT e.packet_id
FROM descriptors AS d
CROSS JOIN extractions AS e ON e.id = d.extraction_id
CROSS JOIN streams AS s ON s.id = e.stream_id
WHERE s.profile <> 'facts';

CREATE TRIGGER claim_documents_insert AFTER INSERT ON claim_documents
BEGIN
    INSERT INTO claim_postings (stream_id, term, claim_id, frequency)
    SELECT new.stream_id, term.key, new.id, term.value FROM json_each(new.terms) AS term;
    UPDATE streams SET claims = claims + 1, claim_terms = claim_terms + new.length WHERE id = new.stream_id;
END;

-- Before, not after: what is kept of the claim's Cell still finds the claim.
CREATE TRIGGER claim_documents_delete BEFORE DELETE ON claim_documents
BEGIN
    DELETE FROM cell_members WHERE claim_id = old.id;
    DELETE FROM claim_postings
    WHERE stream_id = old.stream_id AND claim_id = old.id
        AND term IN (SELECT term.key FROM json_each(old.terms) AS term);
    UPDATE streams SET claims = claims - 1, claim_terms = claim_terms - old.length WHERE id = old.stream_id;
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
