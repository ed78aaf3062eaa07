"""`check` finds what is wrong with the file, and `check(repair=True)` rebuilds what can be derived."""

import random

import pytest

import memdb

PAGE = 4096
"""Bytes of a page, which begins with what SQLite must know to read the rest."""

GARBLED = {
    "a posting with another frequency": "UPDATE postings SET frequency = 7 WHERE term = 'ghent'",
    "a posting that is gone": "DELETE FROM postings WHERE term = 'ghent'",
    "all postings gone": "DELETE FROM postings",
    "a posting of no document": "INSERT INTO postings VALUES (1, 'zebra', 1, 1)",
    "a posting of no stream": "INSERT INTO postings VALUES (99, 'zebra', 1, 1)",
    "the postings dropped": "DROP TABLE postings",
    "a latest row with another statement": "UPDATE latest SET assertion_id = 1, object_key = 'x'",
    "a latest row that is gone": "DELETE FROM latest WHERE subject_key = 'ana'",
    "a latest row of no statement": "INSERT INTO latest VALUES (1, 'ana', 1, 'x', 'x', 1, 999)",
    "the latest view dropped": "DROP TABLE latest",
    "a document that is gone": "DELETE FROM documents WHERE packet_id = 1",
    "all documents gone": "DELETE FROM documents",
    "a document that is no JSON": "UPDATE documents SET terms = '{\"ghent\":' WHERE packet_id = 1",
    "a document that is no object": "UPDATE documents SET terms = '7' WHERE packet_id = 1",
    "an empty document": "UPDATE documents SET terms = '{}' WHERE packet_id = 1",
    "the documents dropped": "DROP TABLE documents",
    "a wrong number of documents": "UPDATE streams SET documents = documents + 1",
    "a wrong number of terms": "UPDATE streams SET document_terms = 0",
    "a position that is taken": "UPDATE streams SET next_position = 1",
    "a turn index that is taken": "UPDATE sessions SET next_turn_index = 0",
    "a speaker with a wrong count": "UPDATE speakers SET packets = packets + 1",
    "a speaker that is gone": "DELETE FROM speakers WHERE person_key = 'ben'",
    "a claim's posting that is gone": "DELETE FROM claim_postings WHERE term = 'chess'",
    "a claim's posting with another frequency": "UPDATE claim_postings SET frequency = 7 WHERE term = 'chess'",
    "a claim that is gone": "DELETE FROM claim_documents WHERE id = 2",
    "a claim that is no JSON": "UPDATE claim_documents SET terms = '{' WHERE id = 2",
    "keywords that are no JSON": "UPDATE claim_documents SET keywords = '[' WHERE id = 2",
    "all claims gone": "DELETE FROM claim_documents",
    "the claims dropped": "DROP TABLE claim_documents",
    "a wrong number of claims": "UPDATE streams SET claims = claims + 1",
    "a claim in no Cell": "DELETE FROM cell_members WHERE claim_id = 1",
    "a claim in another Cell": "UPDATE cell_members SET cell_id = (SELECT max(id) FROM cells) WHERE claim_id = 1",
    "a Cell with other counts": "UPDATE cells SET tokens = 1",
    "a Cell with another session": "UPDATE cells SET last_session = 9",
    "a Cell without heterogeneity": "UPDATE cells SET heterogeneity = NULL",
    "a Cell of no claim": "INSERT INTO cells (stream_id, first_session, last_session) VALUES (1, 1, 1)",
    "a term of a Cell that is gone": "DELETE FROM cell_terms WHERE kind = 'person'",
    "a term of no Cell": "INSERT INTO cell_terms VALUES (1, 'keyword', 'zebra', 99, 1, 1)",
    "a term with another count": "UPDATE cell_terms SET members = members + 1",
    "the Cells dropped": "DROP TABLE cells",
    "the queue dropped": "DROP TABLE unplaced_packets",
    "an index dropped": "DROP INDEX assertions_by_slot",
    "a trigger dropped": "DROP TRIGGER assertions_insert",
    "a trigger that does nothing": "DROP TRIGGER assertions_insert; CREATE TRIGGER assertions_insert AFTER INSERT ON "
    "assertions BEGIN SELECT 1; END",
    "an index over another column": "DROP INDEX assertions_by_slot; CREATE INDEX assertions_by_slot ON assertions (id)",
    "a view of nothing": "DROP VIEW replays; CREATE VIEW replays AS SELECT 1 AS stream_id",
    "a document and its postings of other words": "UPDATE documents SET terms = replace(terms, 'ghent', 'paris'); "
    "UPDATE postings SET term = 'paris' WHERE term = 'ghent'",
    "a question that is none": "UPDATE documents SET asks = 1 - asks WHERE packet_id = 2",
    "an index that lacks rows": "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = sql || ' WHERE id > 99' "
    "WHERE name = 'assertions_by_slot'; PRAGMA writable_schema = RESET; REINDEX assertions_by_slot; "
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, ' WHERE id > 99', '') "
    "WHERE name = 'assertions_by_slot'; PRAGMA writable_schema = RESET",
    "a guard dropped": "DROP TRIGGER packets_are_immutable",
}

ANOTHER_CONTENT = """DROP TRIGGER packets_are_immutable;
UPDATE packets SET content = 'I live in Gent.' WHERE id = 1;
CREATE TRIGGER packets_are_immutable BEFORE UPDATE ON packets
BEGIN
    SELECT raise(ABORT, 'packets are immutable');
END;"""


def schema(sql, path):
    return sorted(sql(path, "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"))


@pytest.mark.parametrize("damage", GARBLED)
def test_what_is_derived_is_found_garbled_and_rebuilt(filled, sql, damage):
    definitions = schema(sql, filled)
    sql(filled, GARBLED[damage])
    with memdb.open(filled) as memory:
        found = memory.check()
        assert not found.ok
        assert all(problem.repairable for problem in found.problems)
        assert memory.check().problems == found.problems, "looking repairs nothing"
        assert memory.check(repair=True).ok
    with memdb.open(filled) as memory:
        assert memory.check().ok
        assert [hit.content for hit in memory.search("Ghent", k=1)] == ["I live in Ghent."]
        assert memory.add("I moved to Paris.", speaker="Ben").new
        memory.forget(speaker="Ben", stream="main")
        assert memory.check().ok
    assert schema(sql, filled) == definitions


@pytest.mark.parametrize("damage", GARBLED)
def test_a_repair_leaves_every_table_as_it_was(filled, sql, dump, damage):
    before = dump(filled)
    sql(filled, GARBLED[damage])
    with memdb.open(filled) as memory:
        assert memory.check(repair=True).repaired
    assert dump(filled) == before


def test_a_sound_file_is_left_alone(filled):
    with memdb.open(filled) as memory:
        report = memory.check(repair=True)
    assert report.ok
    assert report.repaired == ()
    assert report.problems == ()
    assert len(report.verified) == len(set(report.verified)) >= 5


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM extractions WHERE packet_id = 2",
        "PRAGMA foreign_keys = off; DELETE FROM sessions",
        "DROP TABLE sources",
        ANOTHER_CONTENT,
    ],
)
def test_what_cannot_be_derived_is_reported_and_not_called_repairable(filled, sql, statement):
    sql(filled, statement)
    with memdb.open(filled) as memory:
        for repair in (False, True):
            report = memory.check(repair=repair)
            assert not report.ok
            assert [problem.repairable for problem in report.problems] == [False]


def test_damage_to_any_page_is_reported_and_never_a_traceback(filled, sql):
    sql(filled, "VACUUM")  # leaves no free page, whose bytes mean nothing
    sound = filled.read_bytes()
    chance = random.Random(7)  # noqa: S311 - damage that is the same in every run
    heads = [max(start, 100) for start in range(0, len(sound), PAGE)]
    reports = {start: damaged(filled, sound, start, chance) for start in heads}
    assert [start for start, report in reports.items() if not report] == []
    for start in (chance.randrange(100, len(sound) - 600) for _ in range(30)):
        reports[start] = damaged(filled, sound, start, chance)  # may hit what no row uses
    assert [report for report in reports.values() if "\n" in report] == []


def damaged(path, sound, start, chance):
    """What memdb says first about a file in which 500 bytes are others; nothing if it does not notice."""
    broken = bytearray(sound)
    broken[start : start + 500] = chance.randbytes(500)
    path.write_bytes(broken)
    for rest in path.parent.glob(f"{path.name}-*"):
        rest.unlink()
    try:
        with memdb.open(path) as memory:
            return "".join(problem.detail for problem in memory.check(repair=True).problems[:1])
    except memdb.MemdbError as error:
        return str(error)
