"""Meaning through the facade: half-embedded files, older files, two runs at once, real processes."""

import shutil
import threading
from pathlib import Path

import pytest

import memdb
from memdb import Draft
from memdb.models import FakeEmbedder

LEGACY = Path(__file__).parents[1] / "fixtures" / "legacy" / "schema-1.db"

REEMBED = """
import sys, time, memdb
from memdb.models import FakeEmbedder

class Slow(FakeEmbedder):
    name = sys.argv[2]

    def embed(self, texts):
        time.sleep(0.02)
        return super().embed(texts)

print("ready", flush=True)
with memdb.open(sys.argv[1], embedder=Slow()) as memory:
    report = memory.reembed()
print(report.packets, report.awaiting)
"""


def filled(path, count=400, embedder=None):
    with memdb.open(path, embedder=embedder) as memory:
        memory.ingest_drafts(Draft(content=f"Bird {n} flew over the harbour.", speaker="Ana") for n in range(count))


class Named(FakeEmbedder):
    """A fake embedder of another name, as another model would be."""

    def __init__(self, name):
        super().__init__(24)
        self.name = name


def test_a_file_of_the_first_schema_says_what_awaits_and_is_found_by_words_until_it_is_embedded(tmp_path):
    old = shutil.copy(LEGACY, tmp_path / "old.memdb")
    with memdb.open(old) as memory:
        stats = memory.stats()
        assert stats.awaiting_embedding > 0
        assert [note for note in stats.notes if "await embedding" in note and "`memdb reembed`" in note]
        assert memory.search("Where does Ana live?")
        assert all("dense" not in hit.via for hit in memory.search("Where does Ana live?"))
        report = memory.reembed()
        assert report.packets == stats.awaiting_embedding
        assert report.awaiting == 0
        assert any("dense" in hit.via for hit in memory.search("Where does Ana live?"))
        assert memory.check().ok


def test_what_is_added_to_an_older_file_is_embedded_alone(tmp_path):
    old = shutil.copy(LEGACY, tmp_path / "old.memdb")
    with memdb.open(old) as memory:
        before = memory.stats().awaiting_embedding
        memory.add("The kitten naps on the couch.", speaker="Ana")
        assert memory.stats().awaiting_embedding == before
        assert memory.stats().tables["packet_vectors"] == 1
        assert memory.search("Where does a cat sleep?", k=1)[0].content == "The kitten naps on the couch."


def test_a_file_embedded_by_half_is_found_by_meaning_and_by_words(path, sql):
    birds = [f"Bird {n} flew over the harbour." for n in range(100)]
    with memdb.open(path) as memory:
        memory.ingest_drafts(Draft(content=content, speaker="Ana") for content in birds)
        memory.add("The kitten naps on the couch.", speaker="Ana")
        memory.add("The plumber mends a pipe in Ghent.", speaker="Ana")
    sql(path, "PRAGMA foreign_keys = on", "DELETE FROM packet_vectors WHERE packet_id <= 50 OR packet_id = 102")
    with memdb.open(path) as memory:
        assert memory.check(repair=True).ok
        assert memory.stats().awaiting_embedding == 51
        assert memory.search("Where does a cat sleep?", k=1)[0].content == "The kitten naps on the couch."
        assert memory.search("Who mends a pipe in Ghent?", k=1)[0].content == "The plumber mends a pipe in Ghent."
        assert memory.reembed().packets == 51
        assert memory.search("Who mends a pipe in Ghent?", k=1)[0].content == "The plumber mends a pipe in Ghent."


def test_two_runs_of_one_embedder_share_the_work_and_leave_it_whole(path, start):
    filled(path)
    processes = [start(REEMBED, path, "other") for _ in range(2)]
    for process in processes:
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
        assert out.split()[-1] == "0"
    with memdb.open(path, embedder=Named("other")) as memory:
        assert memory.stats().tables["packet_vectors"] == 400
        assert memory.check().ok


def test_of_two_runs_of_different_embedders_one_holds_the_file(path, start, sql):
    filled(path)
    processes = [start(REEMBED, path, name) for name in ("one", "other")]
    for process in processes:
        _, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
    ((name, held),) = sql(
        path, "SELECT e.name, (SELECT count(*) FROM packet_vectors WHERE embedder_id = e.id) FROM embedders AS e"
    )
    assert name in {"one", "other"}
    assert held > 0
    with memdb.open(path) as memory:
        assert memory.check().ok
        assert memory.reembed().awaiting == 0


def test_readers_and_writers_go_on_while_records_are_embedded(path):
    filled(path)
    errors: list[BaseException] = []

    def read():
        try:
            for n in range(20):
                assert memory.read("Which bird flew?").packets
                memory.add(f"Note number {n}.", stream=threading.current_thread().name)
        except BaseException as error:  # noqa: BLE001 - whatever it is, the test looks at it
            errors.append(error)

    with memdb.open(path, embedder=Named("other")) as memory:
        threads = [threading.Thread(target=read, name=f"reader-{n}") for n in range(3)]
        for thread in threads:
            thread.start()
        report = memory.reembed()
        for thread in threads:
            thread.join()
        assert errors == []
        assert report.embedder == "other"
        memory.reembed()
        assert memory.stats().awaiting_embedding == 0
        assert memory.stats().tables["packet_vectors"] == 460
        assert memory.check().ok


def test_records_of_a_program_with_its_own_embedder_leave_the_files_vectors_alone(path):
    filled(path, 10, FakeEmbedder(16))
    with memdb.open(path) as memory:
        memory.add("The kitten naps on the couch.", speaker="Ana")
        assert memory.stats().tables["packet_vectors"] == 10
    with memdb.open(path, embedder=FakeEmbedder(16)) as memory:
        assert memory.stats().awaiting_embedding == 1
        assert memory.reembed().packets == 1


def test_a_memory_without_an_embedder_finds_by_words_and_says_nothing(path):
    with memdb.open(path) as memory:
        assert memory.use("embedder", None) is None
        memory.add("I live in Ghent.", speaker="Ana")
        assert memory.stats().embedder is None
        assert memory.stats().notes == ()
        assert memory.read("Where does Ana live?").notes == ()
        assert memory.search("Where does Ana live?", k=1)[0].via == ("bm25", "graph")
        with pytest.raises(memdb.UsageError, match="memdb models use embedder"):
            memory.reembed()


def test_progress_is_told_with_the_total(path):
    filled(path, 150)
    told = []
    with memdb.open(path, embedder=Named("other")) as memory:
        report = memory.reembed(progress=lambda done, total: told.append((done, total)))
    assert told == [(64, 150), (128, 150), (150, 150)]
    assert (report.embedder, report.dimension, report.packets, report.awaiting) == ("other", 24, 150, 0)


def test_no_marker_of_another_stream_is_found_by_any_verb_that_compares_vectors(path):
    with memdb.open(path) as memory:
        for n in range(30):
            memory.add(f"My cat number {n} sleeps.", speaker="Ana", stream="mine")
            memory.add(f"Qwopzel: the kitten {n} naps on the couch.", speaker="Ben", stream="others")
        view = memory.stream("mine")
        question = "Where does the kitten nap on the couch?"
        found = [
            view.read(question).to_dict(),
            view.ask(question).to_dict(),
            [hit.to_dict() for hit in view.search(question, k=50)],
            view.trace(question).to_dict(),
        ]
        assert "Qwopzel" not in str(found)
        assert "dense" in str(found)
