"""Long records and long histories cost work in proportion, and strange arguments are refused in one line."""

from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest

import memdb
from memdb import Draft
from memdb.extract.sentences import split


def test_a_line_four_times_as_long_takes_nowhere_near_sixteen_times_as_much(work, ends):
    sentence = "The tide comes in twice a day and leaves shells behind. "
    split(sentence)
    assert work(lambda: split(sentence * 8_000)) < 5 * work(lambda: split(sentence * 2_000))
    with ends():
        split(sentence * 32_000)


def test_the_sentences_of_a_long_line_are_all_there():
    line = " ".join(f"Sentence {n} is here." for n in range(2_000))
    assert " ".join(split(line)).replace(" ", "") == line.replace(" ", "")


def test_a_value_that_changed_often_is_read_by_work_in_proportion_to_its_history(tmp_path: Path, work):
    def filled(count: int) -> memdb.Memory:
        memory = memdb.open(tmp_path / f"{count}.db")
        memory.ingest_drafts(
            Draft(content=f"I live in City{n}.", speaker="Bob", turn=str(n), said_at="2026-01-05") for n in range(count)
        )
        return memory

    with filled(1_000) as few, filled(4_000) as many:
        assert [fact.object for fact in many.facts("Bob")] == ["City3999"]
        assert [fact.object for fact in few.facts("Bob")] == ["City999"]
        assert work(lambda: many.facts("Bob")) < 5 * work(lambda: few.facts("Bob"))


def test_a_new_stream_reads_as_an_empty_memory(tmp_path: Path):
    with memdb.open(tmp_path / "memory.db") as memory:
        memory.add("I live in Ghent.", speaker="Ana", stream="other")
        view = memory.stream("tenant")
        assert view.ask("Where does Ana live?").answer == "Unknown"
        assert (view.facts(), view.search("Ghent"), list(view.export())) == ((), (), [])


def test_a_misspelt_option_is_refused(tmp_path: Path):
    with memdb.open(tmp_path / "memory.db") as memory, pytest.raises(memdb.UsageError, match="stream"):
        memory.ask("Where does Ana live?", stream=["a"])  # type: ignore[call-arg]


def test_dates_are_taken_as_moments_and_old_zones_as_times(tmp_path: Path):
    with memdb.open(tmp_path / "memory.db") as memory:
        old = timezone(timedelta(minutes=19, seconds=32))
        memory.add("I live in Ghent.", speaker="Ana", said_at=datetime(1930, 1, 1, tzinfo=old))
        memory.add("I live in Oslo.", speaker="Ana", said_at="2024-02-02")
        assert memory.ask("Where does Ana live?", as_of=date(2000, 1, 1)).answer == "Ghent"
        assert memory.ask("Where does Ana live?").answer == "Oslo"


def test_a_search_for_many_gives_many(tmp_path: Path):
    with memdb.open(tmp_path / "memory.db") as memory:
        memory.ingest_drafts(Draft(content=f"Tea number {n}.", turn=str(n), speaker="Ana") for n in range(300))
        assert len(memory.search("tea", k=290)) == 290
