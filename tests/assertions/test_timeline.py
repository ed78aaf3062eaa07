"""The history of a subject: what held from when to when, which records say so, and how it ended."""

import pytest

import memdb


@pytest.fixture
def memory(tmp_path):
    """Somebody who moves away and back."""
    with memdb.open(tmp_path / "memory.memdb") as opened:
        for text, day in (
            ("I live in Ghent.", "2025-01-01"),
            ("I work at Northwind.", "2025-02-01"),
            ("Still here, I live in Ghent.", "2025-03-01"),
            ("I moved to Bruges.", "2025-04-01"),
            ("I no longer work at Northwind.", "2025-05-01"),
            ("I moved back to Ghent.", "2025-06-01"),
        ):
            opened.add(text, speaker="Ana", said_at=day, session=day)
        yield opened


def timeline(memory, **options):
    """The spans of the values, in order."""
    return [
        (fact.object, fact.since, fact.until, fact.ended, fact.packets)
        for fact in memory.facts("Ana", history=True, **options)
        if fact.positive
    ]


def test_spans_come_in_the_order_of_time_and_a_value_that_held_twice_is_two(memory):
    assert timeline(memory) == [
        ("Ghent", "2025-01-01", "2025-04-01", "replaced", (1, 3)),
        ("Northwind", "2025-02-01", "2025-05-01", "ended", (2,)),
        ("Bruges", "2025-04-01", "2025-06-01", "replaced", (4,)),
        ("Ghent", "2025-06-01", None, None, (6,)),
    ]


def test_as_of_a_moment_later_ends_are_not_known(memory):
    assert timeline(memory, as_of="2025-03-15") == [
        ("Ghent", "2025-01-01", None, None, (1, 3)),
        ("Northwind", "2025-02-01", None, None, (2,)),
    ]


def test_an_end_names_the_record_that_says_so_and_what_took_the_place(memory):
    ghent, northwind, *_ = memory.facts("Ana", history=True)
    assert (ghent.superseded_by, ghent.ended_in, ghent.packet) == ("Bruges", 4, 3)
    assert (northwind.superseded_by, northwind.ended_in) == ("no longer so", 5)
    assert ghent.to_dict()["packets"] == [1, 3]
