"""Embedding while storing: what is stored, in which transaction, what fails, and what forgetting leaves of it."""

import subprocess
import sys

import numpy as np
import pytest

import memdb
from memdb import Draft, ModelError
from memdb.ingest import awaiting, embed, embedded_text, identity, store_vectors, use_embedder
from memdb.models import FakeEmbedder, TokenStates
from memdb.records.vectors import pack_direction, unpack_ids, unpack_states

MARKER = "Qwopzel"


class FakeTokenEmbedder(FakeEmbedder):
    """A fake embedder that gives a state for each word."""

    name = "fake-tokens"

    def __init__(self, dimension=32, *, width=8, longest=64):
        super().__init__(dimension, longest=longest)
        self.state_width = width

    def embed_tokens(self, texts):
        found = []
        for text in texts:
            states = FakeEmbedder(self.state_width or 1).embed(text.split())
            found.append(TokenStates(ids=np.arange(len(states)), states=states))
        return self.embed(texts), found


def rows(memory, statement):
    return memory._store.connection().rows(statement)


def test_a_record_and_its_vector_are_stored_in_one_transaction(path, sql):
    seen = []

    def look(*_):
        seen.append(sql(path, "SELECT (SELECT count(*) FROM packets), (SELECT count(*) FROM packet_vectors)")[0])

    lines = path.with_suffix(".txt")
    lines.write_text("".join(f"Ana: Turn number {n} of many.\n" for n in range(1200)))
    with memdb.open(path) as memory:
        memory.ingest(lines, profile="notes", progress=look)
        assert memory.stats().awaiting_embedding == 0
    assert len(seen) >= 3
    assert all(packets == vectors > 0 for packets, vectors in seen)


def test_facts_are_not_embedded_and_neither_storing_nor_following_them_loads_numpy(tmp_path):
    script = """
import sys, memdb
with memdb.open(sys.argv[1]) as memory:
    memory.ingest_drafts([memdb.Draft(content="Vesk is in Lirone.")], stream="facts", profile="facts")
    memory.ingest_drafts([memdb.Draft(content="The capital of Lirone is Vesk.")], stream="facts")
    assert memory.ask("What is the capital of Lirone?").answer == "Vesk"
    assert memory.stats().awaiting_embedding == 0
    assert memory.check().ok
    memory.forget(packet=1)
    print(memory.stats().tables["embedders"], "numpy" in sys.modules)
"""
    words = [sys.executable, "-c", script, str(tmp_path / "memory.db")]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "False"]


def test_a_record_is_embedded_by_its_words_caption_and_image_query_alone(memory):
    assert embedded_text("I saw it.", "a red barn", "barn at dawn") == "I saw it. a red barn barn at dawn"
    assert embedded_text("I saw it.", None, None) == "I saw it."
    memory.add("I saw it.", caption="a red barn", speaker="Ana")
    memory.add("I saw it.", caption="a red barn", speaker="Ben")
    (one,), (other,) = rows(memory, "SELECT vector FROM packet_vectors ORDER BY packet_id")
    assert one == other


def test_a_long_record_has_a_vector_for_each_of_its_pieces(path):
    embedder = FakeTokenEmbedder(longest=3)
    with memdb.open(path, embedder=embedder) as memory:
        memory.add("one two three four five six seven")
        vectors = rows(memory, "SELECT piece, vector FROM packet_vectors ORDER BY piece")
        pieces = ["one two three ", "four five six ", "seven"]
        assert vectors == [(n, pack_direction(vector)) for n, vector in enumerate(embedder.embed(pieces))]
        tokens, states = zip(*rows(memory, "SELECT tokens, states FROM packet_states ORDER BY piece"), strict=True)
        assert unpack_ids(tokens)[1].tolist() == unpack_states(states, 8)[1].tolist() == [3, 3, 1]


def test_the_needle_at_the_end_of_a_long_record_is_found_through_its_piece(memory):
    hay = "The tide comes in twice a day and leaves shells and weed behind on the sand. " * 700
    needle = " A violinist practised her sonata for the concert hall."
    paragraph = hay[: 50_000 - len(needle)] + needle
    others = [Draft(content=f"Barge number {n} brought gravel and cement up the river.") for n in range(50)]
    memory.ingest_drafts([*others, Draft(content=paragraph)], profile="notes")
    assert memory.search("musician rehearsing", k=1, channels=["dense"])[0].content == paragraph
    assert memory.search("gravel for the builders", k=1, channels=["dense"])[0].content != paragraph


def test_a_correction_is_embedded_too(memory):
    memory.add("I live in Ghent.", speaker="Ana")
    memory.correct("Ana", "employer", "Initech")
    assert memory.stats().awaiting_embedding == 0
    assert rows(memory, "SELECT count(*) FROM packet_vectors") == [(2,)]


class Wrong(FakeEmbedder):
    """An embedder that gives something else than it says."""

    def __init__(self, change):
        super().__init__(8)
        self.change = change

    def embed(self, texts):
        return self.change(super().embed(texts))


@pytest.mark.parametrize(
    "change",
    [lambda found: found[:, :4], lambda found: found[1:], lambda found: found * np.nan, lambda found: found / 0.0],
    ids=["shorter vectors", "fewer vectors", "no numbers", "infinite numbers"],
)
@pytest.mark.filterwarnings("ignore:divide by zero")
@pytest.mark.filterwarnings("ignore:invalid value")
def test_vectors_of_another_form_are_refused_and_the_record_is_kept(path, change):
    with pytest.raises(ModelError, match="use another"):
        embed(Wrong(change), [(1, "one"), (2, "two")])
    with memdb.open(path, embedder=Wrong(change)) as memory:
        assert memory.add("I live in Ghent.").new
        assert memory.stats().awaiting_embedding == 1
        with pytest.raises(ModelError, match="use another"):
            memory.reembed()


def test_an_embedder_that_changes_its_dimension_under_its_name_is_another_one(path):
    with memdb.open(path, embedder=FakeEmbedder(16)) as memory:
        memory.add("I live in Ghent.")
    with memdb.open(path, embedder=FakeEmbedder(24)) as memory:
        assert memory.stats().awaiting_embedding == 1
        memory.reembed()
        assert rows(memory, "SELECT name, dimension FROM embedders") == [("fake", 24)]
        assert rows(memory, "SELECT length(vector) FROM packet_vectors") == [(24,)]


def test_token_states_that_were_left_out_are_awaited_once_they_are_wanted(path):
    with memdb.open(path, embedder=FakeTokenEmbedder(width=0)) as memory:
        memory.ingest_drafts(Draft(content=f"Turn {n}.") for n in range(5))
        assert memory.stats().awaiting_embedding == 0
        assert memory.stats().tables["packet_states"] == 0
    with memdb.open(path, embedder=FakeTokenEmbedder()) as memory:
        assert memory.stats().awaiting_embedding == 5
        assert memory.reembed().packets == 5
        assert memory.stats().awaiting_embedding == 0
        assert memory.stats().tables["packet_states"] == 5
        assert memory.check().ok


def test_a_record_that_is_forgotten_while_it_is_embedded_leaves_no_vector(memory):
    memory.add("I live in Ghent.")
    memory.add("I live in Bruges.")
    embedder = FakeTokenEmbedder()
    connection = memory._store.connection()
    with connection.write():
        embedder_id = use_embedder(connection, identity(embedder))
    (page,) = awaiting(connection, embedder_id, page=10)
    found = embed(embedder, page)
    memory.forget(packet=1)
    with connection.write():
        store_vectors(connection, embedder_id, found)
        store_vectors(connection, embedder_id, found)
    assert rows(memory, "SELECT packet_id FROM packet_vectors") == [(2,)]
    assert rows(memory, "SELECT packet_id FROM packet_states") == [(2,)]
    assert memory.check().ok


def test_nothing_of_a_forgotten_records_vectors_is_left_in_the_file(path):
    embedder = FakeTokenEmbedder(256, width=64, longest=16)
    with memdb.open(path, embedder=embedder) as memory:
        kept = [Draft(content=f"The keeper counted {n} gulls on the north rail.", speaker="Ana") for n in range(400)]
        memory.ingest_drafts(kept[:200])
        gone = memory.add(f"{MARKER} rang the bell. " * 9, speaker=MARKER).packet
        memory.ingest_drafts(kept[200:])
        blobs = [
            blob
            for statement in (
                f"SELECT vector FROM packet_vectors WHERE packet_id = {gone}",
                f"SELECT states FROM packet_states WHERE packet_id = {gone}",
                f"SELECT vector FROM vector_index WHERE place BETWEEN {gone} * 1048576 AND {gone + 1} * 1048576 - 1",
            )
            for (blob,) in rows(memory, statement)
        ]
        assert len(blobs) == 3 * len(embedder.pieces(f"{MARKER} rang the bell. " * 9)) > 3
        assert [blob for blob in blobs if blob in everything(path)] == blobs
        assert memory.forget(speaker=MARKER).packets == 1
        assert [blob for blob in blobs if blob in everything(path)] == []
        assert memory.stats().tables["packet_vectors"] == 400
        assert len(memory.search("gulls", k=20, channels=["dense"])) == 20
        assert memory.check().ok


def everything(path):
    """The bytes of the file and of whatever lies beside it."""
    return b"".join(other.read_bytes() for other in sorted(path.parent.glob(f"{path.name}*")))


def test_forgetting_many_vectors_takes_work_in_proportion(memory, work):
    memory.ingest_drafts(Draft(content=f"Turn number {n} of many.", speaker="Ana") for n in range(1500))

    def forgotten(count, first):
        memory.ingest_drafts(
            Draft(content=f"Turn number {n} of many.", speaker="Ben") for n in range(first, first + count)
        )
        gone = []
        spent = work(lambda: gone.append(memory.forget(speaker="Ben").packets))
        assert gone == [count]
        return spent

    assert forgotten(1500, 10_000) < 5 * forgotten(375, 20_000)
    assert memory.check().ok
