"""The relation catalogue: consistent data, every example true, spelling forgiven."""

import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdb.extract.noun_patterns import examples as pattern_examples
from memdb.extract.noun_patterns import match_noun_pattern
from memdb.extract.statements import Reading, read_statement
from memdb.extract.triples import read_sentence
from memdb.records.catalogue import catalogue
from memdb.records.extraction import Triple
from memdb.records.phrases import relation_words

RANGES = frozenset(
    "person city country continent place organization language religion sport work occupation position animal date"
    " thing".split()
)
ENTRIES: dict[str, dict[str, Any]] = tomllib.loads(
    files("memdb.records").joinpath("relations.toml").read_text(encoding="utf-8")
)
FIELDS = frozenset(
    "range of_things of_dates multi named digits implied tails nouns verbs weak inverse denials cues examples".split()
)
# Two phrases that two relations list; the first listed has them.
LISTED_TWICE: set[tuple[str, ...]] = set()
TABLES = ("nouns", "verbs", "inverse", "denials")


def shown(triples: tuple[Triple, ...], *, relation: bool) -> set[str]:
    return {
        f"{'' if one.positive else '~ '}{one.subject} | {f'{one.relation} | ' if relation else ''}{one.object}"
        for one in triples
    }


def split_example(example: str) -> tuple[str, set[str]]:
    sentence, _, statements = example.partition(" => ")
    return sentence, {" ".join(one.split()) for one in statements.split(";")}


def readings(sentence: str) -> list[Reading]:
    return [read_sentence(sentence), read_statement(sentence)]


@pytest.mark.parametrize(
    ("relation", "example"), [(name, one) for name, entry in ENTRIES.items() for one in entry.get("examples", ())]
)
def test_an_example_of_a_relation_states_it(relation: str, example: str):
    sentence, wanted = split_example(example)
    found = [
        shown(tuple(one for one in reading.triples if one.relation == relation), relation=False)
        for reading in readings(sentence)
    ]
    assert wanted in found


@pytest.mark.parametrize("example", pattern_examples())
def test_an_example_of_a_pattern_states_what_it_says(example: str):
    sentence, wanted = split_example(example)
    assert wanted in [shown(reading.triples, relation=True) for reading in readings(sentence)]


def test_every_pattern_has_an_example_that_a_noun_pattern_matches():
    for example in pattern_examples():
        sentence, _ = split_example(example)
        assert match_noun_pattern(sentence.rstrip("."), strict=True), sentence


@pytest.mark.parametrize("name", ENTRIES)
def test_a_relation_is_well_formed(name: str):
    entry = ENTRIES[name]
    assert name == name.casefold().strip()
    assert entry["range"] in RANGES
    assert set(entry) <= FIELDS
    assert entry.get("of_things", name) in ENTRIES
    assert all(phrase.strip() == phrase and phrase for table in TABLES for phrase in entry.get(table, ()))
    assert all(relation_words(phrase) for table in TABLES for phrase in entry.get(table, ()))


@pytest.mark.parametrize("table", TABLES)
def test_no_phrase_belongs_to_two_relations_of_one_table(table: str):
    claims = {(relation_words(phrase), name) for name, entry in ENTRIES.items() for phrase in entry.get(table, ())}
    shared = {words for words, count in Counter(words for words, _ in claims).items() if count > 1}
    assert shared <= LISTED_TWICE, sorted(claim for claim in claims if claim[0] in shared)


def test_a_phrase_does_not_both_state_and_deny():
    known = catalogue()
    assert not known.verbs.keys() & known.denials.keys()
    assert not known.verbs.keys() & known.inverse.keys()


def test_cardinality_is_single_unless_the_catalogue_says_several():
    known = catalogue()
    assert known.cardinality("residence") == "single"
    assert known.cardinality("like") == "multi"
    assert known.cardinality("a relation nobody listed") == "single"
    assert {one.cardinality for one in known.relations.values()} == {"single", "multi"}


@pytest.mark.parametrize(
    ("phrase", "relation"),
    [
        ("univeristy", "education"),
        ("origianl broadcaster", "original broadcaster"),
        ("the headquaters", "headquarters"),
        ("nationallity", "citizenship"),
        ("Manager", "manager"),
        ("current employer", "employer"),
    ],
)
def test_a_noun_is_found_though_misspelt_or_dressed_up(phrase: str, relation: str):
    assert catalogue().noun(phrase) == relation


@pytest.mark.parametrize("phrase", ["wifi password", "Locker Number 7", "t-shirt size"])
def test_an_unlisted_noun_is_its_own_relation_in_lower_case(phrase: str):
    assert catalogue().noun(phrase) == phrase.casefold()


@given(st.text(max_size=40))
def test_any_phrase_has_a_relation_name_that_stays_itself(phrase: str):
    name = catalogue().noun(phrase)
    assert name == name.strip()
    assert catalogue().noun(name) == name
