"""Which words of a question ask for which relation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdb.query.cues import claimed, cues, is_cue, weight
from memdb.records.catalogue import catalogue
from memdb.records.keys import key_words


def _owners(question: str, *relations: str) -> dict[str, set[str]]:
    words = key_words(question)
    return {words[place]: set(names) for place, names in claimed(words, relations).items()}


def test_a_word_tells_of_its_own_relation_and_may_ask_for_another():
    assert cues("creator")["creat"]
    assert not cues("author")["creat"]


def test_a_relation_that_no_catalogue_lists_is_asked_for_by_its_own_words():
    assert cues("printer supplier") == {"printer": True, "supplier": True}
    assert not is_cue("printer")


def test_a_word_that_many_relations_share_tells_less():
    assert weight("citi") < weight("spous")
    assert weight("spous") < weight("zanzibar")


def test_a_whole_phrase_asks_for_its_relation_alone():
    owners = _owners("What is the official language of Tarvia?", "official language", "language", "head of state")
    assert owners == {"official": {"official language"}, "language": {"official language"}}


def test_a_word_outside_of_its_phrase_is_free():
    assert _owners("Which language is official in Tarvia?", "official language", "language") == {}


def test_a_phrase_of_one_content_word_asks_no_more_than_the_word():
    assert _owners("Where did I work in February?", "occupation", "employer") == {}


def test_of_overlapping_phrases_the_first_counts():
    owners = _owners("the original language of the work", "original language", "written language")
    assert owners == {"original": {"original language"}, "language": {"original language"}}


def test_of_overlapping_phrases_the_longer_counts():
    owners = _owners("the name of the current head of the Tarvia government", "head of government")
    assert owners == {}
    owners = _owners("the place of foundation year", "place of foundation", "year of foundation")
    assert owners["place"] == {"place of foundation"}


@pytest.mark.parametrize("question", ["", "of the", "head of"])
def test_what_is_no_phrase_claims_nothing(question: str):
    assert _owners(question, *catalogue().relations) == {}


@given(
    st.lists(st.sampled_from(["the", "official", "language", "of", "head", "state", "country", "origin"]), max_size=8)
)
def test_what_is_claimed_is_inside_the_question_and_asks_for_the_claimant(words: list[str]):
    found = claimed(words, catalogue().relations)
    for place, names in found.items():
        assert 0 <= place < len(words)
        assert names <= set(catalogue().relations)
