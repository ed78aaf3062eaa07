"""Stage 1, the intent: a new case is one line of tests/query/golden/intent.jsonl."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdb.query.intent import read_intent
from memdb.query.state import Intent, ReadState, Request

_ROWS = [
    json.loads(line) for line in (Path(__file__).parent / "golden" / "intent.jsonl").read_text("utf-8").splitlines()
]


def intent(question: str) -> Intent:
    return read_intent(ReadState(request=Request(question=question, scope=())), None).known_intent


@pytest.mark.parametrize("row", _ROWS, ids=lambda row: row["question"])
def test_a_question_has_its_golden_intent(row: dict[str, Any]):
    found = intent(row["question"])
    assert {name: getattr(found, name) for name in row if name != "question"} == {
        name: value for name, value in row.items() if name != "question"
    }


@given(st.text(max_size=80))
def test_any_question_has_an_intent_with_distinct_terms(question: str):
    found = intent(question)
    assert len(set(found.terms)) == len(found.terms)


def test_a_very_long_question_is_read_from_its_first_words():
    found = intent("Where " + " ".join(f"word{n}" for n in range(5000)))
    assert found.key_words[:2] == ("where", "word0")
    assert len(found.key_words) == len(found.terms) + 1 == 400 or len(found.terms) == 400
    assert found.wants == "place"
