"""The index of vectors: one entry a vector, whatever was stored, forgotten, embedded anew, damaged or rolled back."""

import random
from contextlib import suppress

import apsw
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import memdb
from memdb.models import FakeEmbedder
from memdb.store.connection import vector_extension
from memdb.store.vector_index import packet_at, place, signs

PARTS = ("chunks", "info", "metadatachunks00", "rowids", "vector_chunks00")
BROKEN = {
    "an entry gone": "DELETE FROM vector_index WHERE place = 1048576",
    "all entries gone": "DELETE FROM vector_index",
    "the index dropped": "DROP TABLE vector_index",
    "an entry of no vector": "INSERT INTO vector_index VALUES (99 * 1048576, 1, vec_bit(zeroblob(16)))",
    "an entry with other bits": (
        "DELETE FROM vector_index WHERE place = 1048576; "
        "INSERT INTO vector_index VALUES (1048576, 1, vec_bit(x'ff000000000000000000000000000000'))"
    ),
    "an entry of another stream": "UPDATE vector_index SET stream_id = 2 WHERE place = 1048576",
    "an index of another dimension": (
        "DROP TABLE vector_index; "
        "CREATE VIRTUAL TABLE vector_index USING vec0(place INTEGER PRIMARY KEY, stream_id INTEGER, vector BIT[64])"
    ),
    "a part of chunks emptied": "DELETE FROM vector_index_chunks",
    "vectors of chunks emptied": "DELETE FROM vector_index_vector_chunks00",
    "vectors of chunks cut short": "UPDATE vector_index_vector_chunks00 SET vectors = zeroblob(7)",
    "streams of chunks emptied": "DELETE FROM vector_index_metadatachunks00",
    "places emptied": "DELETE FROM vector_index_rowids",
    "places garbled": "UPDATE vector_index_rowids SET chunk_id = 77, chunk_offset = 5",
    **{f"{part} dropped": f"DROP TABLE vector_index_{part}" for part in PARTS},
    "all parts dropped": "; ".join(f"DROP TABLE vector_index_{part}" for part in PARTS),
}
LOST = {
    "the vectors dropped": "DROP TABLE packet_vectors",
    "the embedders dropped": "DROP TABLE embedders",
    "a vector cut short": "UPDATE packet_vectors SET vector = x'01' WHERE packet_id = 1",
    "a vector of no embedder": "PRAGMA foreign_keys = off; UPDATE packet_vectors SET embedder_id = 9",
}


def entries(sql, path):
    """Every vector beside its entry in the index: equal lists where the index is right."""
    vectors = sql(
        path,
        "SELECT v.packet_id, v.piece, p.stream_id, v.vector FROM packet_vectors AS v "
        "JOIN packets AS p ON p.id = v.packet_id",
    )
    held = sql(path, "SELECT place, stream_id, vector FROM vector_index")
    return sorted((place(row[0], row[1]), row[2], signs(row[3])) for row in vectors), sorted(held)


def right(sql, path):
    wanted, held = entries(sql, path)
    return wanted == held and len(wanted) > 0


@given(packet=st.integers(1, 2**42), piece=st.integers(0, (1 << 20) - 1))
def test_a_place_tells_its_packet(packet, piece):
    assert packet_at(place(packet, piece)) == packet
    assert place(packet, piece) < 2**63


@given(st.lists(st.integers(-127, 127), min_size=1, max_size=40))
def test_signs_are_one_bit_a_number_in_whole_bytes(numbers):
    packed = signs(np.asarray(numbers, dtype=np.int8).tobytes())
    assert len(packed) == -(-len(numbers) // 8)
    bits = [packed[n // 8] >> n % 8 & 1 for n in range(len(packed) * 8)]
    assert bits == [int(number > 0) for number in numbers] + [0] * (len(bits) - len(numbers))


def test_the_index_holds_every_vector_of_talk_and_notes_and_none_of_facts(path, sql):
    with memdb.open(path) as memory:
        memory.add("I live in Ghent.", speaker="Ana")
        memory.ingest_drafts([memdb.Draft(content="Vesk is in Lirone.")], stream="facts", profile="facts")
        memory.ingest_drafts([memdb.Draft(content="Buy pears.")], stream="notes", profile="notes")
        memory.correct("Ana", "employer", "Initech")
    assert right(sql, path)
    assert sql(path, "SELECT packet_id FROM packet_vectors ORDER BY packet_id") == [(1,), (3,), (4,)]


@pytest.mark.parametrize(
    "selector", [{"packet": 2}, {"session": "s1", "stream": "main"}, {"stream": "main"}, {"speaker": "Ben"}]
)
def test_the_index_follows_what_is_forgotten(path, sql, selector):
    with memdb.open(path, embedder=FakeEmbedder(16, longest=2)) as memory:
        for n in range(30):
            memory.add(f"Turn number {n} is here.", speaker=("Ana", "Ben")[n % 2], session=f"s{n % 3}")
        memory.add("Another stream keeps this.", stream="other")
        memory.forget(**selector)
        assert memory.check().ok
    assert right(sql, path)


def test_the_index_follows_another_embedder(path, sql):
    with memdb.open(path) as memory:
        memory.ingest_drafts(memdb.Draft(content=f"Turn number {n}.") for n in range(50))
    with memdb.open(path, embedder=FakeEmbedder(20, longest=2)) as memory:
        memory.reembed()
        assert memory.check().ok
    assert right(sql, path)
    assert "BIT[24]" in sql(path, "SELECT sql FROM sqlite_schema WHERE name = 'vector_index'")[0][0]


def test_what_is_rolled_back_is_in_no_index(path, sql):
    with memdb.open(path) as memory:
        memory.add("I live in Ghent.")
        with pytest.raises(memdb.UsageError):
            memory.ingest_drafts([memdb.Draft(content="One."), memdb.Draft(content="half \ud800 a character")])
        memory.add("I live in Bruges.")
        assert memory.check().ok
    assert right(sql, path)


@pytest.mark.parametrize("damage", BROKEN)
def test_a_broken_index_is_found_and_made_again_from_the_vectors(filled, sql, damage):
    before = entries(sql, filled)
    sql(filled, BROKEN[damage])
    with memdb.open(filled) as memory:
        found = memory.check()
        assert not found.ok
        assert all(problem.repairable for problem in found.problems)
        assert memory.check().problems == found.problems, "looking repairs nothing"
        assert memory.check(repair=True).ok
    with memdb.open(filled) as memory:
        assert memory.check().ok
        assert memory.search("Ghent", k=1)[0].content == "I live in Ghent."
        assert memory.add("I moved to Paris.", speaker="Ben").new
        memory.forget(speaker="Ben", stream="main")
        assert memory.check().ok
    assert right(sql, filled)
    assert all(entry in entries(sql, filled)[1] for entry in before[1] if packet_at(entry[0]) in (1, 3, 4))


@pytest.mark.parametrize("damage", LOST)
def test_vectors_that_are_lost_await_embedding_again(filled, sql, damage):
    sql(filled, "PRAGMA foreign_keys = off", LOST[damage])
    with memdb.open(filled) as memory:
        found = memory.check()
        assert not found.ok
        assert all(problem.repairable for problem in found.problems)
        report = memory.check(repair=True)
        assert report.ok
        assert memory.stats().awaiting_embedding > 0
        assert memory.search("Ghent", k=1)[0].content == "I live in Ghent."
        memory.reembed()
        assert memory.stats().awaiting_embedding == 0
        assert memory.check().ok
    assert right(sql, filled)


@pytest.mark.parametrize("damage", [name for name in BROKEN if "dropped" in name])
def test_writing_to_an_index_without_a_part_is_refused_with_what_to_do(filled, sql, damage):
    sql(filled, BROKEN[damage])
    with memdb.open(filled) as memory:
        if damage == "the index dropped":
            assert memory.add("I moved to Paris.", speaker="Ben").new
            assert memory.check().ok, "it is made again"
            return
        for write in (lambda: memory.add("I moved to Paris."), lambda: memory.forget(speaker="Ben", stream="main")):
            with pytest.raises(memdb.DamagedError, match=r"memdb check --repair"):
                write()
        assert memory.stats().tables["packets"] == 8, "nothing was stored or forgotten by halves"
        assert memory.read("Where does Ana live?").packets, "a small memory is read without the index"


def test_garbled_parts_never_crash(filled, sql, tmp_path):
    sound = filled.read_bytes()
    chance = random.Random(3)  # noqa: S311 - damage that is the same in every run
    values = [None, 5, -1, "x", b"", chance.randbytes(7), chance.randbytes(3000), 2**62]
    for n in range(40):
        broken = tmp_path / f"{n}.memdb"
        broken.write_bytes(sound)
        garble(broken, chance, values)
        with memdb.open(broken) as memory:
            memory.check()
            for act in (lambda: memory.add("I moved to Paris."), lambda: memory.forget(packet=1)):
                with suppress(memdb.StoreError):
                    act()
            assert memory.check(repair=True).ok


def garble(path, chance, values):
    """Puts another value into one column of one row of some part of the index."""
    connection = apsw.Connection(str(path))
    connection.enable_load_extension(True)
    connection.load_extension(vector_extension())
    part = f"vector_index_{chance.choice(PARTS)}"
    column = chance.choice([row[1] for row in connection.execute(f"PRAGMA table_info({part})")])
    rows = [row[0] for row in connection.execute(f"SELECT rowid FROM {part}")]
    try:
        connection.execute(
            f"UPDATE {part} SET {column} = ? WHERE rowid = ?", (chance.choice(values), chance.choice(rows))
        )
    except (apsw.ConstraintError, apsw.MismatchError):
        connection.execute(f"DELETE FROM {part}")
    connection.close()
