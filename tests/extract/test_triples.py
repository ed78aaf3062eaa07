"""The rules frontend's statements: a new case is one line of tests/extract/golden/triples.jsonl.

A line has the sentence, its speaker, the stream's profile, the status and the statements "subject | relation | object"
(`~` before a denial).
"""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdb.extract import RulesFrontend
from memdb.extract.clauses import clauses
from memdb.extract.objects import objects_of
from memdb.extract.statements import read_statement
from memdb.extract.subjects import subject_of
from memdb.extract.triples import read_sentence
from memdb.records.extraction import Extraction, Triple
from memdb.records.packet import Packet, Profile
from memdb.records.phrases import tokenize

_GOLDEN = Path(__file__).parent / "golden" / "triples.jsonl"
_ROWS = [json.loads(line) for line in _GOLDEN.read_text("utf-8").splitlines()]
_NAMES = (
    "Clara",
    "Tom Ash",
    "The Lanterns",
    "Room B",
    "Marks and Spencer",
    "东京",
    "Zoë",
    "St. Ives",
    "Q&A",
    "I",
    "She",
)
_WORDS = (
    "lives in", "works at", "is married to", "is no longer", "moved from", "to", "my", "sister", "and", "but", ",", ".",
    ";", "is", "the capital of", "'s", "used to", "might", "don't", "like", "I'm", "not", "now", "was written by", "it",
    "'", "(", "\u2014", "?", "\u00e9", "ﬁ", "\u2019s", "1987", "\t", "allergic to", "who", "the", "manager", "wife",
)  # fmt: skip
# Words that meet patterns more often than letters drawn at random would, and anything at all.
talk = st.lists(st.sampled_from(_NAMES + _WORDS) | st.text(max_size=6), max_size=14).map(" ".join) | st.text(
    max_size=80
)


def extract(content: str, *, speaker: str | None = None, profile: Profile = "dialogue") -> Extraction:
    packet = Packet(
        id=1, stream="s", session="", position=1, turn_index=0, turn=None, speaker=speaker, said_at="2024-01-05",
        content=content, caption=None, image_query=None, session_started_at=None,
    )  # fmt: skip
    return RulesFrontend().extract(packet, profile=profile, known_people=frozenset([speaker] if speaker else ()))


def shown(triple: Triple) -> str:
    return f"{'' if triple.positive else '~ '}{triple.subject} | {triple.relation} | {triple.object}"


def test_the_golden_file_is_varied():
    assert len(_ROWS) >= 80
    assert {row["status"] for row in _ROWS} == {"facts", "unresolved", "no_fact"}
    assert {row["profile"] for row in _ROWS} == {"dialogue", "notes", "facts"}
    assert sum(line.startswith("~") for row in _ROWS for line in row["triples"]) >= 10


@pytest.mark.parametrize("row", _ROWS, ids=lambda row: row["sentence"])
def test_a_sentence_gives_its_golden_statements(row: dict[str, Any]):
    found = extract(row["sentence"], speaker=row["speaker"], profile=row["profile"])
    assert {shown(triple) for triple in found.triples} == set(row["triples"])
    assert found.status == row["status"]


@given(talk, st.sampled_from(["Ana", None]), st.sampled_from(["dialogue", "notes", "facts"]))
def test_every_subject_and_object_is_a_literal_span_or_the_speaker(content: str, speaker: str | None, profile: Profile):
    found = extract(content, speaker=speaker, profile=profile)
    for triple in found.triples:
        for span in (triple.subject, triple.object):
            assert span.strip(), triple
            assert span in content or span == (speaker or "user"), triple
        assert triple.relation.strip(), triple


@given(talk, st.sampled_from(["dialogue", "notes", "facts"]))
def test_a_status_agrees_with_the_statements_and_a_reason_is_given_when_unresolved(content: str, profile: Profile):
    found = extract(content, speaker="Ana", profile=profile)
    assert (found.status == "facts") == bool(found.triples)
    assert (found.status == "unresolved") == bool(found.reason)


@given(talk)
def test_every_statement_names_the_claim_that_makes_it(content: str):
    found = extract(content, speaker="Ana")
    ordinals = {descriptor.ordinal for descriptor in found.descriptors}
    assert {triple.descriptor for triple in found.triples} <= ordinals


@given(talk)
def test_reading_the_same_text_twice_gives_the_same(content: str):
    assert extract(content, speaker="Ana") == extract(content, speaker="Ana")


@given(talk)
def test_every_clause_is_a_piece_of_its_sentence_behind_the_subject_it_carries(sentence: str):
    for clause in clauses(sentence):
        if not clause.carried:
            assert clause.text in sentence


@given(talk)
def test_values_are_literal_pieces_of_what_follows_the_verb(text: str):
    for several in (False, True):
        assert all(value and value in text for value in objects_of(text, several=several))
    subject = subject_of(text)
    assert subject.text in text or subject.text == "I"
    assert bool(subject.text) != bool(subject.reason)


@given(talk)
def test_tokens_keep_their_places(sentence: str):
    last = 0
    for token in tokenize(sentence):
        assert sentence[token.start : token.end] == token.text
        assert token.start >= last
        last = token.end


@pytest.mark.parametrize("question", ["Does Clara live in Oslo?", "Clara lives in Oslo?", "クララはOsloにいますか？"])
def test_a_question_states_nothing(question: str):
    assert read_sentence(question).triples == ()


def test_one_value_for_a_single_valued_relation_and_several_for_a_gathering_one():
    assert [one.object for one in read_sentence("I'm allergic to peanuts and shellfish.").triples] == [
        "peanuts",
        "shellfish",
    ]
    assert [one.object for one in read_sentence("I live in Trinidad and Tobago.").triples] == ["Trinidad and Tobago"]


def test_a_record_that_is_one_statement_may_hold_any_words_in_a_title():
    (found,) = read_statement("The author of Who Lives in Room 9 and Why Is It Locked is Nina Sorel.").triples
    assert (found.subject, found.object) == ("Who Lives in Room 9 and Why Is It Locked", "Nina Sorel")


def test_first_person_without_a_speaker_is_the_owner_of_the_memory():
    assert [one.subject for one in extract("I live in Ghent.", profile="notes").triples] == ["user"]
