"""Dates.

Proved where the behaviour lives:
- relative to the turn: tests/extract/test_event_time.py::test_yesterday_is_counted_from_the_date_as_written
- nothing without a day:
  tests/extract/test_event_time.py::test_a_relative_expression_without_a_said_day_gives_nothing
- zones and dates as given: tests/test_database.py::test_a_time_is_kept_as_given_and_now_when_none_is
- no invented zone: tests/importers/test_dates.py::test_other_ways_become_iso_without_an_invented_zone
- a question of time:
  tests/query/test_extractive.py::test_a_question_of_time_gets_the_date_of_the_event_and_not_of_today
"""

import memdb


def event_times(memory, packet):
    return [claim["event_time"] for claim in memory.show(packet)["claims"]]


def test_yesterday_is_the_day_before_the_turn(tmp_path):
    with memdb.open(tmp_path / "memory.memdb") as memory:
        packet = memory.add("I planted a pear tree yesterday.", speaker="Ana", said_at="2023-05-07").packet
        assert event_times(memory, packet) == ["2023-05-06"]


def test_a_record_without_a_time_says_so_and_none_is_invented(tmp_path):
    with memdb.open(tmp_path / "memory.memdb") as memory:
        memory.ingest_drafts([memdb.Draft(content="I planted a pear tree yesterday.", speaker="Ana")])
        (hit,) = memory.search("pear tree")
        assert hit.said_at is None
        assert event_times(memory, hit.packet) == [""]
        assert memory.show(hit.packet)["said_at"] is None
        assert "20" not in memory.read("pear tree").text
