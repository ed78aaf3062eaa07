"""The lexical index can be made again from the packets alone."""

import pytest

import memdb
from memdb.ingest import reindex
from memdb.records.tokens import TOKENIZER_VERSION
from memdb.store import sql

TURNS = [
    ("Ana", "Where do you work now?", "2026-01-05T10:00"),
    ("Ben", "I work at Northwind since last May.", "2026-01-05T10:01"),
    ("ana", "東京に行きました。", "2026-01-06T09:00"),
    (None, "No one said this?", None),
    ("Ben", "Yes 👍", None),
]
TABLES = ("documents", "postings", "speakers", "streams", "sessions")


@pytest.fixture
def filled(memory):
    for n in range(40):
        for speaker, content, said_at in TURNS:
            memory.add(f"{n} {content}", speaker=speaker, said_at=said_at, caption=f"photo {n}", stream=f"s{n % 3}")
    return memory


def index(memory):
    connection = memory._store.connection()
    return {table: sorted(connection.rows(f"SELECT * FROM {table}"), key=repr) for table in TABLES}


def test_the_index_made_again_equals_the_one_that_grew(filled):
    before = index(filled)
    connection = filled._store.connection()
    with connection.write():
        assert reindex(connection) == 200
    assert index(filled) == before
    assert filled.check().ok


def test_a_file_indexed_by_another_tokenizer_is_indexed_again_when_it_is_read(filled):
    before = index(filled)
    connection = filled._store.connection()
    with connection.write():
        connection.rows(sql("store/set_property"), {"name": "tokenizer_version", "value": str(TOKENIZER_VERSION - 1)})
        connection.rows("DELETE FROM postings")
    path = filled.path
    filled.close()
    with memdb.open(path) as memory:
        assert memory.search("Northwind")
        assert index(memory) == before
        version = memory._store.connection().value(sql("store/get_property"), {"name": "tokenizer_version"})
        assert version == str(TOKENIZER_VERSION)
