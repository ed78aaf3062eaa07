"""Errors as readers of a terminal meet them."""

import pytest

import memdb


@pytest.mark.parametrize(
    "quoted", ["two\nlines", "\r", "\x1b[31mred", "\x00", "\u202eright to left", "\u2028", "\ud83d"], ids=ascii
)
def test_a_message_is_one_line_that_can_be_shown_whatever_it_quotes(quoted: str):
    for error in (memdb.UsageError(quoted), memdb.ImportFileError(f"keys {quoted}")):
        assert str(error).isprintable()
        assert ascii(quoted)[1:-1] in str(error)


def test_a_message_in_any_script_stays_as_it_is():
    assert str(memdb.NotFoundError("no stream 'ü 東京 \U0001f431'")) == "no stream 'ü 東京 \U0001f431'"
