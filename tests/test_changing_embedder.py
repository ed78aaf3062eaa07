"""Another embedder: what it has not read is told, found by words meanwhile, and embedded in runs that may be killed."""

import time

import pytest

import memdb
from memdb import Draft
from memdb.models import FakeEmbedder

PLACES = ("Ghent", "Bruges", "Ostend", "Leuven", "Mechelen", "Namur")
RECORDS = 300


class Named(FakeEmbedder):
    """A fake embedder of another name, as another model would be."""

    def __init__(self, name, dimension=32):
        super().__init__(dimension)
        self.name = name
        self.texts = 0

    def embed(self, texts):
        self.texts += len(texts)
        return super().embed(texts)


REEMBED = """
import sys, time, memdb
from memdb.models import FakeEmbedder

class Slow(FakeEmbedder):
    name = "other"

    def embed(self, texts):
        time.sleep(0.05)
        return super().embed(texts)

print("ready", flush=True)
with memdb.open(sys.argv[1], embedder=Slow()) as memory:
    memory.reembed(progress=lambda done, total: print(done, flush=True))
"""


@pytest.fixture
def filled(path):
    """The path of a memory whose records one embedder has read."""
    with memdb.open(path, embedder=Named("one")) as memory:
        memory.ingest_drafts(Draft(content=f"Bird {n} flew to {PLACES[n % 6]}.", speaker="Ana") for n in range(RECORDS))
        assert memory.stats().awaiting_embedding == 0
        assert "dense" in memory.search("a bird in Ghent", k=1)[0].via
    return path


@pytest.mark.parametrize("other", [("other", 32), ("wider", 64)], ids=["of the same size", "of another size"])
def test_another_embedder_is_noticed_and_records_are_found_by_words_until_it_has_read_them(filled, other):
    with memdb.open(filled, embedder=Named(*other)) as memory:
        stats = memory.stats()
        assert (stats.embedder, stats.awaiting_embedding) == (other[0], RECORDS)
        assert any("memdb reembed" in note for note in stats.notes), "what to do is said"
        hits = memory.search("Bird 7", k=3)
        assert hits[0].content == "Bird 7 flew to Bruges."
        assert all("dense" not in hit.via for hit in hits)
        report = memory.reembed()
        assert (report.embedder, report.dimension, report.packets, report.awaiting) == (*other, RECORDS, 0)
        assert memory.stats().awaiting_embedding == 0
        assert "dense" in memory.search("a bird in Ghent", k=1)[0].via
        assert memory.reembed().packets == 0
        assert memory.check().ok


def test_vectors_of_two_embedders_are_never_mixed(filled, sql):
    with memdb.open(filled, embedder=Named("wider", 64)) as memory:
        memory.add("Bird 999 flew to Ghent.", speaker="Ana")
        memory.search("Ghent")
        memory.reembed()
    assert sql(filled, "SELECT name, dimension FROM embedders") == [("wider", 64)]
    assert sql(filled, "SELECT DISTINCT length(vector) FROM packet_vectors") == [(64,)]
    assert sql(filled, "SELECT count(*) FROM packet_vectors") == [(RECORDS + 1,)]


def test_a_new_record_does_not_wait_for_those_that_a_new_embedder_has_not_read(filled):
    other = Named("other")
    with memdb.open(filled, embedder=other) as memory:
        memory.add("Bird 999 flew to Ghent.", speaker="Ana")
        assert other.texts <= 1
        assert memory.stats().awaiting_embedding >= RECORDS


def test_going_back_to_the_first_embedder_is_a_change_too(filled):
    with memdb.open(filled, embedder=Named("other")) as memory:
        memory.reembed()
    with memdb.open(filled, embedder=Named("one")) as memory:
        assert memory.stats().awaiting_embedding == RECORDS
        assert memory.reembed().packets == RECORDS


def test_embedding_that_was_killed_goes_on_where_it_was(filled, start):
    process = start(REEMBED, filled)
    assert process.stdout.readline() == "ready\n"
    while int(process.stdout.readline()) < RECORDS / 3:
        time.sleep(0.001)
    process.kill()
    process.wait()
    with memdb.open(filled, embedder=Named("other")) as memory:
        left = memory.stats().awaiting_embedding
        assert 0 < left <= RECORDS * 2 / 3
        assert memory.reembed().packets == left
        assert memory.stats().awaiting_embedding == 0
        assert "dense" in memory.search("a bird in Ghent", k=1)[0].via
        assert memory.check().ok


def test_what_is_forgotten_has_no_vector_of_any_embedder(filled, sql):
    with memdb.open(filled, embedder=Named("other")) as memory:
        memory.forget(packet=1)
        memory.reembed()
        memory.forget(packet=2)
        assert memory.check().ok
    assert sql(filled, "SELECT count(*), min(packet_id) FROM packet_vectors") == [(RECORDS - 2, 3)]
