"""The schema: strict tables, migrations without gap, and a written copy that is current."""

import re
from pathlib import Path

import apsw
import pytest

import memdb
from memdb.store import SCHEMA_VERSION

SQL = Path(__file__).parents[2] / "sql"
MIGRATIONS = sorted(path.name for path in (SQL / "migrations").glob("*.sql"))


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """A memory that was just made."""
    path = tmp_path_factory.mktemp("schema") / "fresh.memdb"
    with memdb.open(path) as memory:
        memory.ingest_drafts([])
    connection = apsw.Connection(str(path))
    yield connection
    connection.close()


def test_migrations_are_numbered_from_1_without_gap_and_the_last_is_the_schema_version(fresh):
    numbers = [int(re.fullmatch(r"(\d{4})_[a-z0-9_]+\.sql", name)[1]) for name in MIGRATIONS]
    assert numbers == list(range(1, len(numbers) + 1))
    assert numbers[-1] == SCHEMA_VERSION == fresh.pragma("user_version")


def test_schema_sql_is_the_schema_of_a_fresh_memory(fresh):
    rows = fresh.execute((SQL / "store" / "schema.sql").read_text(encoding="utf-8"))
    written = (SQL / "schema.sql").read_text(encoding="utf-8")
    head, *statements = written.split("\nCREATE ")
    assert all(line.startswith("--") or not line for line in head.splitlines())
    assert [f"CREATE {statement.strip()}" for statement in statements] == [f"{text};" for _, _, text in rows]


def test_every_table_is_strict(fresh):
    rows = fresh.execute("SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    loose = [(name,) for name, strict in rows if not strict]
    assert sorted(name for (name,) in loose if not name.startswith("sqlite_")) == []


def test_table_names_are_plural(fresh):
    names = [name for (name,) in fresh.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    assert [name for name in names if not name.endswith(("s", "latest", "sqlite_sequence"))] == []


def test_every_table_and_every_migration_says_what_it_is_for():
    for name in MIGRATIONS:
        text = (SQL / "migrations" / name).read_text(encoding="utf-8")
        assert text.startswith("-- ")
