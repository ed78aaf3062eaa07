"""Text for a terminal."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdb_cli.text import columns, counted, json_text, one_line, plain, size


@given(st.text())
def test_no_control_character_of_a_record_reaches_the_terminal(text):
    shown = one_line(text)
    assert not [c for c in shown if ord(c) < 32 or 127 <= ord(c) < 160 or c in "\u202a\u202e\u2066\u2069\u200e"]


def test_escape_sequences_are_spelled_out():
    assert plain("\x1b[31mred\x07") == r"\x1b[31mred\x07"


def test_text_that_turns_its_direction_round_is_spelled_out():
    assert plain("safe\u202etxt.exe") == r"safe\u202etxt.exe"


def test_plain_text_keeps_line_feeds_tabs_and_every_script():
    assert plain("één\n\t張三 🎧") == "één\n\t張三 🎧"


@given(st.text(), st.integers(1, 50))
def test_a_limited_line_is_never_longer_than_its_limit(text, limit):
    assert len(one_line(text, limit=limit)) <= limit


@given(st.dictionaries(st.text(st.characters(codec="utf-8")), st.text(st.characters(codec="utf-8"))))
def test_json_reads_back_as_what_was_written(document):
    assert json.loads(json_text(document)) == document


def test_cells_of_a_column_start_under_each_other():
    assert columns([("a", "bb"), ("ccc", "d")], indent=" ") == [" a    bb", " ccc  d"]


def test_a_column_without_any_text_takes_no_room():
    assert columns([("a", "", "b"), ("c", "", "d")]) == ["a  b", "c  d"]


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 bytes"), (1023, "1023 bytes"), (1024, "1.0 KiB"), (5 * 1024**2, "5.0 MiB"), (3 * 1024**4, "3072.0 GiB")],
)
def test_sizes_use_the_largest_unit_that_fits(count, text):
    assert size(count) == text


def test_one_thing_is_singular():
    assert [counted(number, "record") for number in (0, 1, 2000)] == ["0 records", "1 record", "2,000 records"]
