"""Updates as people state them, from the text to the facts."""

import pytest

import memdb


@pytest.fixture
def memory(tmp_path):
    """An empty memory."""
    with memdb.open(tmp_path / "memory.memdb") as opened:
        yield opened


def held(memory, subject, relation, **options):
    """The values of a relation that hold, oldest first."""
    found = memory.facts(subject, **options)
    return [fact.object for fact in found if fact.relation == relation and fact.positive and fact.current]


def test_love_then_hate_ends_the_liking_and_keeps_both_in_the_history(memory):
    memory.add("I love Chinese food.", speaker="Ana", said_at="2026-01-01")
    memory.add("I hate Chinese food.", speaker="Ana", said_at="2026-02-01")
    (now,) = memory.facts("Ana")
    assert (now.relation, now.object, now.positive) == ("like", "Chinese food", False)
    history = [(fact.positive, fact.current) for fact in memory.facts("Ana", history=True)]
    assert history == [(True, False), (False, True)]
    assert held(memory, "Ana", "like", as_of="2026-01-15") == ["Chinese food"]
    assert [hit.content for hit in memory.search("Chinese food")] != []


def test_five_years_then_six_years_at_google_is_an_update_and_not_a_duplicate(memory):
    memory.add("I have worked at Google for 5 years.", speaker="Ana", said_at="2025-01-01")
    second = memory.add("I have worked at Google for 6 years.", speaker="Ana", said_at="2026-01-01")
    assert second.new
    assert held(memory, "Ana", "employer") == ["Google"]
    (now,) = (fact for fact in memory.facts("Ana") if fact.relation == "employer")
    assert now.packet == second.packet
    (whole,) = (fact for fact in memory.facts("Ana", history=True) if fact.relation == "employer")
    assert (whole.since, whole.asserted_at, len(whole.packets)) == ("2025-01-01", "2026-01-01", 2)


def test_a_new_value_replaces_and_says_what_it_replaced(memory):
    memory.add("I live in Ghent.", speaker="Ana", said_at="2026-01-01", turn="t1")
    memory.add("I moved to Bruges.", speaker="Ana", said_at="2026-02-01", turn="t2")
    old, new = (fact for fact in memory.facts("Ana", history=True) if fact.relation == "residence")
    assert (old.object, old.current, old.superseded_by, old.turn) == ("Ghent", False, "Bruges", "t1")
    assert (new.object, new.current, new.superseded_by, new.turn) == ("Bruges", True, None, "t2")


def test_an_old_archive_imported_after_a_new_one_does_not_overwrite_current_values(memory):
    memory.add("I moved to Bruges.", speaker="Ana", said_at="2026-02-01")
    memory.add("I live in Ghent.", speaker="Ana", said_at="2019-02-01")
    memory.add("I live in Rome.", speaker="Ana", said_at="2026-01-31T23:59:59-00:30")
    assert held(memory, "Ana", "residence") == ["Rome"]
    assert held(memory, "Ana", "residence", as_of="2026-02-01T00:00") == ["Bruges"]
    assert held(memory, "Ana", "residence", as_of="2020") == ["Ghent"]
    assert held(memory, "Ana", "residence", as_of=1) == ["Bruges"]
    assert held(memory, "Ana", "residence", as_of="2018") == []


def test_two_speakers_with_the_same_words_are_two_subjects(memory):
    memory.add("I work at Northwind.", speaker="Ana", said_at="2026-01-01")
    memory.add("I work at Initech.", speaker="Ben", said_at="2026-01-02")
    assert held(memory, "Ana", "employer") == ["Northwind"]
    assert held(memory, "Ben", "employer") == ["Initech"]


def test_one_name_in_two_streams_is_two_subjects(memory):
    memory.add("I work at Northwind.", speaker="Ana", stream="home", said_at="2026-01-01")
    memory.add("I work at Initech.", speaker="Ana", stream="office", said_at="2026-01-02")
    assert held(memory, "Ana", "employer", streams=["home"]) == ["Northwind"]
    assert held(memory, "Ana", "employer", streams=["office"]) == ["Initech"]


def test_values_of_a_multi_valued_relation_gather_and_leave_one_by_one(memory):
    memory.add("I like chess.", speaker="Ana", said_at="2026-01-01")
    memory.add("I like tennis.", speaker="Ana", said_at="2026-01-02")
    memory.add("I don't like chess.", speaker="Ana", said_at="2026-01-03")
    assert held(memory, "Ana", "like") == ["tennis"]
    assert sorted(held(memory, "Ana", "like", as_of="2026-01-02")) == ["chess", "tennis"]


def test_a_denial_of_a_value_that_was_replaced_leaves_the_one_in_force_and_stays_in_the_history(memory):
    memory.add("I work at Northwind.", speaker="Ana", said_at="2026-01-01")
    memory.add("I work at Initech.", speaker="Ana", said_at="2026-02-01")
    memory.add("I no longer work at Northwind.", speaker="Ana", said_at="2026-03-01")
    assert held(memory, "Ana", "employer") == ["Initech"]
    history = [(fact.object, fact.positive, fact.superseded_by) for fact in memory.facts("Ana", history=True)]
    assert history == [("Northwind", True, "Initech"), ("Initech", True, None), ("Northwind", False, "Initech")]


def test_a_denial_without_another_value_leaves_none(memory):
    memory.add("I work at Northwind.", speaker="Ana", said_at="2026-01-01")
    memory.add("I no longer work at Northwind.", speaker="Ana", said_at="2026-03-01")
    assert held(memory, "Ana", "employer") == []
    assert [fact.superseded_by for fact in memory.facts("Ana", history=True)] == ["no longer so", None]


def test_a_correction_outranks_what_it_corrects_even_when_that_is_dated_later(memory):
    memory.add("I work at Northwind.", speaker="Ana", said_at="2031-01-01")
    added = memory.correct("Ana", "works at", "Initech", said_at="2026-01-01")
    assert held(memory, "Ana", "employer") == ["Initech"]
    assert memory.show(added.packet)["statements"][0]["current"]
    memory.forget(packet=added.packet)
    assert held(memory, "Ana", "employer") == ["Northwind"]


def test_forgetting_the_newest_value_brings_the_one_before_back(memory):
    memory.add("I live in Ghent.", speaker="Ana", said_at="2026-01-01")
    newest = memory.add("I moved to Bruges.", speaker="Ana", said_at="2026-02-01")
    memory.forget(packet=newest.packet)
    assert held(memory, "Ana", "residence") == ["Ghent"]
    assert [fact.superseded_by for fact in memory.facts("Ana", history=True)] == [None]
