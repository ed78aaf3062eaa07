"""Word pieces: those that uncased BERT makes of a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdb.models.static import static_embedder
from memdb.models.tables import read_vocabulary
from memdb.models.wordpiece import UNKNOWN, WordPiece, words

VOCABULARY = read_vocabulary()
SPLITS = {
    "Hello, World!": "hello , world !",
    "unaffable": "una ##ffa ##ble",
    "naïve café Ångström": "naive cafe ang ##strom",
    "e\u0301te\u0301": "et ##e",
    "don't": "don ' t",
    "snake_case": "snake _ case",
    "東京 is 大": "東 京 is 大",
    "東京tower": "東 京 tower",
    "C++ @home": "c + + @ home",
    "€50": "€ ##50",
    "…—“”": "… — “ ”",
    "tab\tline\nend\u00a0no\u2028break": "tab line end no break",
    "soft\u00adhyphen zero\u200bwidth nul\x00bell\x07": "soft ##hy ##ph ##en zero ##wi ##dt ##h nu ##lb ##ell",
    "😀": UNKNOWN,
    "x" * 101: UNKNOWN,
    "İstanbul": "istanbul",
    "[CLS]": "[ cl ##s ]",
    "": "",
    " \n ": "",
}


@pytest.mark.parametrize("text", SPLITS)
def test_a_text_is_split_as_bert_does(text):
    found = static_embedder()._words.ids(text)
    assert " ".join(VOCABULARY[number] for number in found) == SPLITS[text]


def test_the_longest_word_is_of_a_hundred_letters():
    pieces = WordPiece([UNKNOWN, "x", "##x"])
    assert pieces.ids("x" * 100) == [1, *[2] * 99]
    assert pieces.ids("x" * 101) == [0]


def test_a_word_without_a_match_to_its_end_is_unknown_as_a_whole():
    assert WordPiece([UNKNOWN, "ab", "##c"]).ids("abc abd ab") == [1, 2, 0, 1]


@given(st.text())
def test_pieces_without_their_marks_are_the_words_again(text):
    known = static_embedder()._words
    for word in words(text):
        pieces = [VOCABULARY[number] for number in known.ids(word)]
        assert pieces == [UNKNOWN] or "".join(piece.removeprefix("##") for piece in pieces) == word


@given(st.text(), st.text())
def test_texts_apart_have_the_pieces_of_each(one, other):
    ids = static_embedder()._words.ids
    # A sigma at the end of a word is another letter, and what comes after it decides.
    if "Σ" not in one:
        assert ids(f"{one} {other}") == ids(one) + ids(other)
