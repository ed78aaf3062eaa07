"""What opening a path does and refuses, and what the file guarantees by itself."""

import apsw
import pytest

import memdb
from memdb.store import SCHEMA_VERSION


def siblings(path):
    return sorted(other.name for other in path.parent.iterdir())


def test_the_file_says_whose_it_is_and_keeps_a_write_ahead_log(filled, sql):
    assert sql(filled, "PRAGMA application_id") == [(int.from_bytes(b"memd"),)]
    assert sql(filled, "PRAGMA user_version") == [(SCHEMA_VERSION,)]
    assert sql(filled, "PRAGMA journal_mode") == [("wal",)]


def test_a_connection_enforces_parents_syncs_commits_and_overwrites_what_is_deleted(filled):
    with memdb.open(filled) as memory:
        connection = memory._store.connection()
        pragmas = {
            name: connection.value(f"PRAGMA {name}") for name in ("foreign_keys", "synchronous", "secure_delete")
        }
    assert pragmas == {"foreign_keys": 1, "synchronous": 2, "secure_delete": 1}


@pytest.mark.parametrize("table", ["packets", "assertions"])
def test_stored_records_and_statements_cannot_be_changed(filled, sql, table):
    with pytest.raises(apsw.ConstraintError, match="immutable"):
        sql(filled, f"UPDATE {table} SET position = 99")


def test_opening_makes_nothing_and_the_first_write_makes_the_file_and_its_folder(tmp_path):
    path = tmp_path / "a" / "b" / "memory.memdb"
    with memdb.open(path):
        assert siblings(tmp_path / "x") == []
    with memdb.open(path) as memory:
        memory.add("I live in Ghent.")
    assert siblings(path) == ["memory.memdb"]


@pytest.mark.parametrize("content", [None, b"", bytes(range(256)) * 10, b'{"content": "cut sho'])
def test_an_ingest_that_fails_makes_nothing(tmp_path, path, content):
    source = tmp_path / "source"
    if content is not None:
        source.write_bytes(content)
    before = siblings(path)
    with memdb.open(path) as memory, pytest.raises(memdb.ImportFileError):
        memory.ingest(source)
    assert siblings(path) == before


def test_an_ingest_that_fails_changes_nothing(tmp_path, filled):
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 10)
    before = filled.read_bytes()
    with memdb.open(filled) as memory, pytest.raises(memdb.ImportFileError):
        memory.ingest(tmp_path / "binary")
    assert filled.read_bytes() == before


def test_a_path_that_is_not_there_is_an_error_where_nothing_may_be_made(path):
    with pytest.raises(memdb.MissingFileError, match="memdb ingest"):
        memdb.open(path, create=False)
    assert siblings(path) == []


@pytest.mark.parametrize("journal", ["wal", "delete"])
def test_a_newer_schema_is_refused_and_the_file_stays_as_it_is(filled, sql, journal):
    sql(filled, f"PRAGMA user_version = {SCHEMA_VERSION + 1}", f"PRAGMA journal_mode = {journal}")
    before = filled.read_bytes()
    with pytest.raises(memdb.NewerSchemaError, match=rf"schema {SCHEMA_VERSION + 1}.*upgrade"):
        memdb.open(filled)
    assert filled.read_bytes() == before
    assert siblings(filled) == [filled.name]


@pytest.mark.parametrize(
    "content", [b"not a database, just a few words", b"xy", bytes(4096), b"SQLite format 3\0" * 99]
)
def test_a_file_that_is_no_database_is_refused_and_stays_as_it_is(path, content):
    path.write_bytes(content)
    with pytest.raises(memdb.NotMemdbError, match="--db"):
        memdb.open(path)
    assert path.read_bytes() == content
    assert siblings(path) == [path.name]


@pytest.mark.parametrize("version", [0, 1, 7])
def test_the_database_of_another_program_is_refused_and_stays_as_it_is(path, sql, version):
    sql(path, "CREATE TABLE recipes (name)", "INSERT INTO recipes VALUES ('soup')", f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    with pytest.raises(memdb.NotMemdbError, match="not a memory of memdb"):
        memdb.open(path)
    assert path.read_bytes() == before
    assert siblings(path) == [path.name]


def test_an_empty_file_becomes_a_memory(path):
    path.touch()
    with memdb.open(path) as memory:
        assert memory.add("I live in Ghent.").new
        assert memory.check().ok


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(memdb.StoreError, match="folder"):
        memdb.open(tmp_path)


@pytest.mark.parametrize("name", ["file/memory.memdb", "file/folder/memory.memdb", "x" * 5000, "a\0b", "\ud83d"])
def test_a_path_that_cannot_be_is_one_clear_line(tmp_path, name):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(memdb.StoreError) as raised, memdb.open(tmp_path / name) as memory:
        memory.add("I live in Ghent.")
    assert str(raised.value).isprintable()
    assert siblings(tmp_path / "file") == ["file"]


def test_half_a_character_is_refused_in_one_line_and_nothing_of_it_is_kept(path):
    with memdb.open(path) as memory:
        memory.add("I live in Ghent.")
        for options in ({"content": "broken \ud83d"}, {"content": "fine", "speaker": "\ud83d"}):
            with pytest.raises(memdb.UsageError, match="half a character"):
                memory.add(**options)
        assert memory.stats().tables["packets"] == 1
        assert memory.check().ok
