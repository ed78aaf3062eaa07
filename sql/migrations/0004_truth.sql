-- What the truth of talk needs: cardinality that is learned or set by the user, statements that were slips of the
-- tongue, and values that end without being named.

-- `set_by_user` keeps the cardinality as it is. Else it is the catalogue's; for a relation that the catalogue does not
-- list `gathering` counts the records that state several values of it side by side, `replacing` those that state one in
-- place of another, and it is multi once the former are more.
ALTER TABLE relations ADD COLUMN set_by_user INTEGER NOT NULL DEFAULT 0 CHECK (set_by_user IN (0, 1));
ALTER TABLE relations ADD COLUMN gathering INTEGER NOT NULL DEFAULT 0;
ALTER TABLE relations ADD COLUMN replacing INTEGER NOT NULL DEFAULT 0;

-- `corrects` is the statement of the same subject and relation that this one puts right, or as a denial takes back: it
-- was never true. Since this one takes its words from that, it goes with it. A denial whose `object_key` is empty ends
-- the value in force, whatever it is.
ALTER TABLE assertions ADD COLUMN corrects INTEGER REFERENCES assertions (id) ON DELETE CASCADE;
CREATE INDEX assertions_by_corrected ON assertions (corrects) WHERE corrects IS NOT NULL;

-- A change of cardinality moves the statements of a relation to other slots; all else of a statement stays.
DROP TRIGGER assertions_are_immutable;
CREATE TRIGGER assertions_are_immutable BEFORE UPDATE OF
    id, extraction_id, stream_id, packet_id, position, descriptor, subject, subject_key, relation_id, object, object_key,
    positive, asserted_at, corrects
ON assertions
BEGIN
    SELECT raise(ABORT, 'assertions are immutable: delete and insert');
END;

-- The latest view as a replay of all statements from scratch gives it: the newest of each slot that is no slip, takes
-- none back, and denies no other value than the last one stated.
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

-- The triggers keep one slot; what corrects a statement of another slot renews all of its subject and relation.
DROP TRIGGER assertions_insert;
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

DROP TRIGGER assertions_delete;
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

CREATE TRIGGER corrections_insert AFTER INSERT ON assertions WHEN new.corrects IS NOT NULL
BEGIN
    DELETE FROM latest
    WHERE stream_id = new.stream_id AND subject_key = new.subject_key AND relation_id = new.relation_id;
    INSERT INTO latest
    SELECT stream_id, subject_key, relation_id, slot, object_key, positive, assertion_id FROM replays
    WHERE stream_id = new.stream_id AND subject_key = new.subject_key AND relation_id = new.relation_id;
END;

CREATE TRIGGER corrections_delete AFTER DELETE ON assertions WHEN old.corrects IS NOT NULL
BEGIN
    DELETE FROM latest
    WHERE stream_id = old.stream_id AND subject_key = old.subject_key AND relation_id = old.relation_id;
    INSERT INTO latest
    SELECT stream_id, subject_key, relation_id, slot, object_key, positive, assertion_id FROM replays
    WHERE stream_id = old.stream_id AND subject_key = old.subject_key AND relation_id = old.relation_id;
END;
