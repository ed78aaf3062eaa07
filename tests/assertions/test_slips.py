"""What a speaker puts right, ends or takes back in talk, from the text to the answer."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memdb
from memdb.store import sql


@pytest.fixture
def memory(tmp_path):
    """An empty memory."""
    with memdb.open(tmp_path / "memory.memdb") as opened:
        yield opened


def say(memory, *lines, day="2026-01-01"):
    """Stores lines of "speaker: text" in one session; returns their packets."""
    said = (line.split(": ", 1) for line in lines)
    return [memory.add(text, speaker=speaker, session=day, said_at=day).packet for speaker, text in said]


def values(memory, subject, **options):
    """What holds of a subject."""
    return [fact.object for fact in memory.facts(subject, **options) if fact.positive]


@pytest.mark.parametrize(
    ("lines", "subject", "right"),
    [
        (["Ana: The meeting is on Wednesday.", "Ben: Fine.", "Ana: Sorry, I meant Thursday."], "meeting", "Thursday"),
        (["Ana: The standup is in Room B.", "Ana: No wait, it's Room C."], "standup", "Room C"),
        (["Ana: The standup is in Room Elm. Sorry, it's Room Ash."], "standup", "Room Ash"),
        (
            ["Ana: The budget is 20,000 euros.", "Ana: Correction: the budget is 30,000 euros."],
            "budget",
            "30,000 euros",
        ),
        (["Ana: I live in Oslo \u2014 sorry, Bergen."], "Ana", "Bergen"),
        (["Ana: I'm allergic to walnuts.", "Ana: Oops, I meant hazelnuts."], "Ana", "hazelnuts"),
        (["Ana: My manager is Bo Berg.", "Ana: I misspoke, my manager is Bea Berg."], "Ana", "Bea Berg"),
    ],
)
def test_a_slip_is_shown_as_corrected_and_never_held(memory, lines, subject, right):
    say(memory, *lines)
    assert values(memory, subject) == [right]
    slip, held = memory.facts(subject, history=True)
    assert (slip.ended, slip.superseded_by, held.object, held.ended) == ("corrected", right, right, None)
    assert slip.object not in memory.ask(f"What was {subject} before?").answer
    assert memory.check().ok


def test_what_is_scratched_leaves_the_value_of_before(memory):
    say(memory, "Ana: I live in Oslo.", day="2025-01-01")
    say(memory, "Ana: I live in Bergen.", "Ana: Scratch that.")
    assert values(memory, "Ana") == ["Oslo"]
    assert values(memory, "Ana", as_of="@2") == ["Bergen"]
    assert memory.ask("Where does Ana live?", as_of="@2").answer == "Bergen"
    assert memory.ask("Where does Ana live?").answer == "Oslo"
    assert memory.ask("Where did Ana live before?").answer == "Unknown"


def test_others_and_other_sessions_put_nothing_right(memory):
    say(memory, "Ana: The meeting is on Wednesday.", "Ben: Sorry, I meant Thursday.")
    say(memory, "Ana: Sorry, I meant Friday.", day="2026-02-01")
    assert values(memory, "meeting") == ["Wednesday"]


def test_a_value_with_its_subject_puts_that_right_whenever_it_was_said(memory):
    say(memory, "Ana: The weekly meeting is in Room Cedar.")
    say(memory, "Ana: Sorry, I meant Room Birch for the weekly meeting.", day="2026-01-08")
    assert values(memory, "weekly meeting") == ["Room Birch"]


def test_an_apology_is_no_correction(memory):
    say(memory, "Ana: I live in Oslo.", "Ana: Sorry, it's late.", "Ana: Oh sorry Ben, I meant to call you.")
    assert values(memory, "Ana") == ["Oslo"]


def test_a_forgotten_slip_takes_its_correction_along_and_a_forgotten_correction_leaves_the_slip(memory):
    first, second = say(memory, "Ana: The meeting is on Wednesday.", "Ana: Sorry, I meant Thursday.")
    memory.forget(packet=second)
    assert values(memory, "meeting") == ["Wednesday"]
    say(memory, "Ana: Sorry, I meant Friday.")
    memory.forget(packet=first)
    assert memory.facts("meeting", history=True) == ()
    assert memory.check().ok


@pytest.mark.parametrize(
    ("said", "ends", "subject"),
    [
        ("I work at Northwind.", "I quit last week.", "Ana"),
        ("My boyfriend is Ivo Ek.", "We broke up.", "Ana"),
        ("I drive a Fiat.", "I sold the car.", "Ana"),
        ("I play tennis.", "I stopped playing tennis.", "Ana"),
        ("My manager is Bo Berg.", "Bo Berg is not my manager any more.", "Ana"),
    ],
)
def test_a_value_that_ends_leaves_none_and_the_history_shows_when(memory, said, ends, subject):
    say(memory, f"Ana: {said}", day="2025-01-01")
    _, last = say(memory, "Ben: How are things?", f"Ana: {ends}", day="2026-01-01")
    assert values(memory, subject) == []
    held = memory.facts(subject, history=True)[0]
    assert (held.since, held.until, held.ended, held.ended_in) == ("2025-01-01", "2026-01-01", "ended", last)
    assert len(values(memory, subject, as_of="2025-06-01")) == 1


def test_a_cancelled_plan_has_no_date_and_says_so(memory):
    say(memory, "Ana: The trip is on 4 May.", "Ben: The trip is off.")
    assert values(memory, "trip") == ["cancelled"]
    assert memory.ask("Is the trip still on?").answer == "The trip is off."


def test_what_is_said_of_the_thing_is_said_of_its_owner_s(memory):
    say(memory, "Ana: My wifi password is tulip-44.", "Ana: I changed the router, the wifi password is maple-09 now.")
    assert values(memory, "Ana") == ["maple-09"]
    say(memory, "Ana: Correction: the wifi password is maple-90.")
    assert values(memory, "Ana") == ["maple-90"]
    assert [fact.ended for fact in memory.facts("Ana", history=True)] == ["replaced", "corrected", None]


LINES = (
    "I live in Oslo.", "I live in Bergen now.", "Sorry, I meant Turku.", "Scratch that.", "No wait, Vaasa.",
    "I like chess.", "I like tennis.", "Oops, I meant bridge.", "I no longer live in Oslo.", "I moved out of Turku.",
)  # fmt: skip


@given(
    steps=st.lists(
        st.one_of(
            st.sampled_from(LINES),
            st.tuples(st.just("forget"), st.integers(1, 12)),
            st.tuples(st.just("set"), st.sampled_from(["single", "multi"])),
        ),
        max_size=12,
    )
)
@settings(max_examples=25, deadline=None)
def test_whatever_is_said_put_right_forgotten_and_set_the_latest_view_is_that_of_a_replay(tmp_path_factory, steps):
    with memdb.open(tmp_path_factory.mktemp("talk") / "memory.memdb") as memory:
        for number, step in enumerate(steps):
            if isinstance(step, str):
                memory.add(step, speaker="Ana", session="s", turn=str(number), said_at="2026-01-01")
            elif step[0] == "set":
                memory.set_cardinality("residence", step[1])
            else:
                with suppress(memdb.NotFoundError):
                    memory.forget(packet=step[1])
        assert memory.check().ok
        current = [fact.assertion for fact in memory.facts("Ana") if fact.positive]
        kept = memory._store.connection().rows(sql("store/all_latest"))
        assert sorted(current) == sorted(row[6] for row in kept if row[5])
