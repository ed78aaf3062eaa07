"""Keys by which a claim and a question name the same person or keyword."""

import pytest

from memdb.records.claim_keys import is_negated, keyword_key, person_key


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("pottery classes", "Pottery Class"),
        ("the dog's leads", "dog lead"),
        ("Caf\u00e9 Blau", "cafe\u0301 blau"),
        ("\u6771\u4eac", "\u6771\u4eac"),
    ],
)
def test_a_keyword_is_met_whatever_its_case_number_and_accents_are(written, asked):
    assert keyword_key(written) == keyword_key(asked) != ""


@pytest.mark.parametrize("phrase", ["C++", "the who", "it", "!?"])
def test_a_keyword_without_index_terms_has_a_key_all_the_same(phrase):
    assert keyword_key(phrase)


def test_two_keywords_that_differ_in_one_word_have_different_keys():
    assert keyword_key("pottery class") != keyword_key("painting class")


def test_a_person_is_met_with_and_without_possessive():
    assert person_key("Ana Duarte's") == person_key("ana duarte") != person_key("Ana")


@pytest.mark.parametrize("text", ["I don't eat fish.", "Nobody came.", "She never went.", "He stopped smoking."])
def test_a_denial_is_known_by_its_words(text):
    assert is_negated(text)


@pytest.mark.parametrize("text", ["I eat fish.", "No problem, I came.", "Not only that.", "She knotted it."])
def test_what_denies_nothing_is_no_denial(text):
    assert not is_negated(text)
