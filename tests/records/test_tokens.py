"""Words and index terms: any text gives some, and forms of one word give the same."""

import sys
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdb.records.tokens import STOP_WORDS, irregular_verbs, stem, terms, words


@given(st.text(max_size=200))
def test_any_text_gives_terms_that_are_words_without_space(text: str):
    for term in terms(text):
        assert term
        assert not any(character.isspace() for character in term)


@given(st.text(max_size=60))
def test_case_and_composition_do_not_matter(text: str):
    decomposed = unicodedata.normalize("NFD", text)
    assert terms(decomposed) == terms(unicodedata.normalize("NFC", text))


@given(st.lists(st.sampled_from(["ana", "moved", "to", "ghent", "the", "room", "b", "1987"]), max_size=8))
def test_terms_of_a_text_are_those_of_its_parts(parts: list[str]):
    assert terms(" ".join(parts)) == [term for part in parts for term in terms(part)]
    assert terms(" ".join(parts).upper()) == terms(" ".join(parts))


@given(st.lists(st.sampled_from(sorted(STOP_WORDS)), max_size=10))
def test_stop_words_alone_give_nothing(parts: list[str]):
    assert terms(" ".join(parts)) == []


@pytest.mark.parametrize(
    "text", ["", " ", "_", "-", "...", "'", "\x00", "What is it?", "don't", "I'm not", "you\u2019ve"]
)
def test_a_text_without_content_words_gives_nothing(text: str):
    assert terms(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("\u6771\u4eac", "\u6628\u65e5\u6771\u4eac\u3078\u884c\u304d\u307e\u3057\u305f\u3002"),
        ("\u83ef\u70ba", "\u5f35\u4e09\u5728\u83ef\u70ba\u5de5\u4f5c"),
        ("\u5f35\u4e09", "\u5f35\u4e09\u5728\u83ef\u70ba\u5de5\u4f5c"),
        ("\u0e44\u0e17\u0e22", "\u0e40\u0e21\u0e37\u0e2d\u0e07\u0e44\u0e17\u0e22"),
        ("\u30ac\u30e9\u30b9", "\u30ab\u3099\u30e9\u30b9\u306e\u9774"),
        ("\u043c\u043e\u0441\u043a\u0432\u0430", "\u041c\u041e\u0421\u041a\u0412\u0410, 2024"),
        ("i\u015f yeri", "Yeni i\u015f yerim Ankara'da."),
        ("ubuntu 20.04", "We run Ubuntu 20.04 there"),
        ("transcripts", "Downloads/transcripts"),
        ("GB/s", "Twelve gb/s"),
    ],
)  # fmt: skip
def test_a_query_shares_a_term_with_the_sentence_that_holds_it(text: str, found: str):
    assert set(terms(text)) & set(terms(found))


@pytest.mark.parametrize(
    "forms",
    [
        "go goes going went gone",
        "buy buys buying bought",
        "write writes writing wrote written",
        "teach taught teaching",
        "child children",
        "paint paints painted painting",
        "Ana Ana's ANA Ana\u2019s",
        "moved moves moving move",
    ],
)
def test_forms_of_one_word_share_a_stem(forms: str):
    assert len({term for form in forms.split() for term in terms(form)}) == 1


def test_every_irregular_verb_meets_its_base():
    for form, base in irregular_verbs().items():
        assert stem(form) == stem(base), form


@pytest.mark.parametrize(("one", "other"), [("Oslo", "Bergen"), ("wing", "win"), ("Anna", "Ana"), ("20", "04")])
def test_different_words_stay_apart(one: str, other: str):
    assert not set(terms(one)) & set(terms(other))


def test_a_word_is_lower_case_and_without_its_possessive():
    assert words("Ana's dog, Rex (OK?)") == ["ana", "dog", "rex", "ok"]


def test_threads_that_stem_at_once_get_the_stems_of_one_alone(request):
    request.addfinalizer(partial(sys.setswitchinterval, sys.getswitchinterval()))
    sys.setswitchinterval(1e-6)
    # Invented words, so that none is in the cache of stems.
    made = [f"{head}{tail}" for head in ("blorn", "quixar", "zantel", "morfid") for tail in
            ("ization", "ational", "fulness", "iveness", "ousness", "ability", "ements", "ingly")] * 4  # fmt: skip
    alone = {word: stem(word) for word in made}
    for _ in range(20):
        stem.cache_clear()
        with ThreadPoolExecutor(4) as pool:
            at_once = [
                dict(zip(made, stems, strict=True)) for stems in pool.map(lambda _: [*map(stem, made)], range(4))
            ]
        assert at_once == [alone] * 4
