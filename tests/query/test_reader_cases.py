"""Readings that went wrong once, each as a kind: what a fact stream, a denial, an as-of date and other scripts do."""

from pathlib import Path

import pytest

import memdb
from memdb import Draft
from memdb.records.keys import entity_key
from memdb.records.tokens import terms


@pytest.fixture
def memory(tmp_path: Path):
    with memdb.open(tmp_path / "memory.db") as opened:
        yield opened


def _facts(memory: memdb.Memory, *lines: str) -> None:
    memory.ingest_drafts(
        [Draft(content=line, turn=str(n)) for n, line in enumerate(lines)], stream="facts", profile="facts"
    )


def test_a_thing_that_moves_takes_its_floor_along_in_a_fact_stream(memory):
    _facts(
        memory,
        "The budget meeting is held in Room A.",
        "Room A is on the first floor.",
        "Room B is on the third floor.",
        "The budget meeting moved to Room B.",
    )
    assert memory.ask("On which floor is the budget meeting?").answer == "third floor"
    assert memory.ask("Which floor is the budget meeting on?", as_of=3).answer == "first floor"


def test_search_gives_at_most_k_hits_of_a_fact_stream(memory):
    _facts(memory, *(f"Tom Ash enjoys Hobby {n}." for n in range(30)))
    assert len(memory.search("Tom Ash", k=5)) == 5


def test_the_history_shown_for_want_of_a_match_ends_at_the_as_of_date(memory):
    memory.add("Rain again.", said_at="2024-01-01")
    memory.add("Sun at last.", said_at="2024-01-02")
    shown = memory.read("zanzibar", as_of="2024-01-01").packets
    assert [packet.content for packet in shown] == ["Rain again."]


def test_a_claim_is_not_marked_with_what_came_after_the_as_of_moment(memory):
    memory.add("I live in Oslo.", speaker="Ana", said_at="2024-01-01")
    memory.add("I live in Ghent.", speaker="Ana", said_at="2024-02-01")
    before = memory.read("Where does Ana live?", as_of="2024-01-15").packets
    assert [claim.superseded_by for packet in before for claim in packet.claims] == [None]
    now = memory.read("Where does Ana live?").packets
    assert {claim.superseded_by for packet in now for claim in packet.claims} == {None, "Ghent"}


def test_a_liking_that_was_denied_does_not_rank_first(memory):
    memory.add("I love Chinese food.", speaker="Ana", said_at="2024-01-01")
    memory.add("I hate Chinese food.", speaker="Ana", said_at="2024-02-01")
    assert memory.search("What food does Ana love?")[0].content == "I hate Chinese food."


def test_a_reading_does_not_make_the_file(tmp_path):
    with memdb.open(tmp_path / "new.db") as memory:
        assert memory.ask("Where does Ana live?").answer == "Unknown"
        assert memory.facts() == ()
        assert memory.stats().tables["packets"] == 0
    assert not (tmp_path / "new.db").exists()


@pytest.mark.parametrize(("one", "other"), [("दिल", "दाल"), ("தமிழ்", "தமழ்")])
def test_vowel_signs_tell_names_apart(one, other):
    assert entity_key(one) != entity_key(other)
    assert len(entity_key(one).split()) == 1


def test_a_name_with_an_apostrophe_suffix_is_found_in_turkish(memory):
    memory.add("İstanbul'da yaşıyorum.", speaker="Ece")
    assert memory.search("istanbul")[0].speaker == "Ece"
    assert set(terms("İstanbul")) <= set(terms("İstanbul'da yaşıyorum."))


def test_facts_and_talk_are_asked_together(memory):
    _facts(memory, "The capital of Brenholm is Sarnow.", "Ola Berg is a citizen of Brenholm.")
    memory.add("We talked about Ola Berg all day.", speaker="Ana")
    assert memory.ask("What is the capital of the country of which Ola Berg is a citizen?").answer == "Sarnow"


def test_records_that_cannot_be_stored_are_counted(memory):
    report = memory.ingest_drafts([Draft(content=""), Draft(content="Tea.", said_at="garbage"), Draft(content="Milk.")])
    assert report.stored == 1
    assert report.skipped == {"empty content": 1, "said_at is not a date": 1}


@pytest.mark.parametrize(
    "call",
    [
        lambda memory: memory.ingest_drafts([Draft(content="a")], profile="weird"),
        lambda memory: memory.ingest_drafts([Draft(content="a")], stream=""),
        lambda memory: memory.ask("a", as_of="x" * 100_000),
        lambda memory: memory.ask("a", streams=["x" * 100_000]),
        lambda memory: memory.backup("a\0b"),
        lambda memory: memory.backup("x" * 100_000),
    ],
)
def test_a_bad_argument_is_one_short_line(memory, call):
    with pytest.raises(memdb.MemdbError) as raised:
        call(memory)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 300
