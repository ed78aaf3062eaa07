"""Entity keys: spellings of one name meet, and nothing is lost."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdb.records.keys import entity_key, key_words

names = st.text(min_size=1, max_size=30)
words = st.text(st.characters(categories=("Ll", "Lu", "Nd")), min_size=1, max_size=8)
letters = st.sampled_from("abcosxyzABSZ019\u00e9\u00f6\u00df\u00f1\u00c7\u00d8\u0159")
latin_names = st.lists(st.text(letters, min_size=1, max_size=8), min_size=1, max_size=4).map(" ".join)
plain_names = st.lists(words, min_size=1, max_size=4).map(" ".join)


@given(names)
def test_the_key_of_a_key_is_itself(name: str):
    assert entity_key(entity_key(name)) == entity_key(name)


@given(names)
def test_a_name_with_something_in_it_has_a_key(name: str):
    assert entity_key(name) or not name.strip()


@given(names)
def test_surrounding_space_does_not_matter(name: str):
    assert entity_key(f"  {name}\n") == entity_key(name)


@given(plain_names)
def test_case_does_not_matter(name: str):
    assert entity_key(name.casefold()) == entity_key(name)


@given(plain_names, st.sampled_from([".", ",", "!", "?", ";", ":", "(", '"', " - ", "\u2026", "\u3002"]))
def test_punctuation_does_not_matter(name: str, mark: str):
    assert entity_key(name.replace(" ", f"{mark} ") + mark) == entity_key(name)


@given(latin_names, st.sampled_from(["'s", "\u2019s", "\u02bcs", "'S"]))
def test_a_possessive_ending_does_not_matter(name: str, ending: str):
    assert entity_key(name + ending) == entity_key(name)


@given(names)
def test_composed_and_decomposed_spellings_are_equal(name: str):
    assert entity_key(unicodedata.normalize("NFD", name)) == entity_key(unicodedata.normalize("NFC", name))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ANA DUARTE", "ana duarte"),
        ("Room B.", "room b"),
        ("Dr. Hay", "dr hay"),
        ("James'", "James"),
        ("O\u2019Brien", "O'Brien"),
        ("Jean-Luc Moreau", "Jean Luc Moreau"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\u041c\u041e\u0421\u041a\u0412\u0410", "\u043c\u043e\u0441\u043a\u0432\u0430"),
        ("\u0418\u0306\u043e\u0434", "\u0419\u043e\u0434"),
        ("\u6771\u4eac\u3002", "\u6771\u4eac"),
        ("\uff34\uff4f\uff4b\uff59\uff4f", "Tokyo"),
        ("\u30ab\u3099", "\u30ac"),
        ("I\u0307ZMIR", "\u0130ZMIR"),
        ("\u011eULER", "g\u0306uler"),
    ],
)
def test_spellings_of_one_name_meet(one: str, other: str):
    assert entity_key(one) == entity_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C", "C++"),
        ("C#", "C++"),
        ("Room A", "Room B"),
        ("Anna", "Ana"),
        ("dance", "dancing"),
        ("\U0001f431", "\U0001f436"),
        ("\u6771\u4eac", "\u4eac\u90fd"),
        ("\u041c\u043e\u0441\u043a\u0432\u0430", "Moskva"),
        ("???", "!!!"),
    ],
)
def test_different_names_stay_apart(one: str, other: str):
    assert entity_key(one) != entity_key(other)


@given(plain_names, plain_names)
def test_the_words_of_a_name_are_found_in_the_words_of_a_question_that_holds_it(name: str, before: str):
    question = f" {' '.join(key_words(f'{before}, {name}?'))} "
    assert f" {entity_key(name)} " in question
