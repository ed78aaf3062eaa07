"""Cutting long texts: nothing is left out, every piece fits, and megabytes take time in proportion."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdb.models.pieces import cut

blanks_and_letters = st.text(alphabet="ab \n\u3000é", max_size=300)


def few_words(piece):
    return len(piece.split()) <= 3


@given(text=blanks_and_letters)
def test_nothing_is_left_out_and_every_piece_fits(text):
    pieces = cut(text, few_words)
    assert "".join(pieces) == text
    assert all(few_words(piece) for piece in pieces)


@given(text=st.text(max_size=300), most=st.integers(1, 9))
def test_a_word_without_blanks_is_cut_too(text, most):
    pieces = cut(text, lambda piece: len(piece) <= most)
    assert "".join(pieces) == text
    assert all(len(piece) <= most for piece in pieces)


def test_what_fits_is_one_piece():
    assert cut("as it is", lambda _: True) == ["as it is"]
    assert cut("", lambda _: False) == [""]


def test_words_stay_whole_where_there_are_blanks():
    words = " ".join(f"word{number}" for number in range(1000))
    pieces = cut(words, lambda piece: len(piece) < 100)
    assert " ".join(piece.strip() for piece in pieces) == words


def test_what_cannot_fit_is_not_tried():
    tried: list[int] = []

    def fits(piece):
        tried.append(len(piece))
        return True

    assert "".join(cut("x y " * 10_000, fits, tokens=100)) == "x y " * 10_000
    assert max(tried) <= 1600


@pytest.mark.parametrize("text", ["word " * 400_000, "x" * 2_000_000], ids=["words", "no blanks"])
def test_megabytes_are_cut_by_few_trials(text, ends):
    tried = []

    def fits(piece):
        tried.append(len(piece))
        return len(piece) < 1000

    with ends():
        pieces = cut(text, fits, tokens=100)
    assert sum(tried) < 3 * len(text)
    assert "".join(pieces) == text
