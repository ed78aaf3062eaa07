"""Each stage of the claims reads its golden file: a new case is one line of tests/extract/golden/<stage>.jsonl."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memdb.extract.claims import claims
from memdb.extract.event_time import resolve_time
from memdb.extract.events import event
from memdb.extract.keywords import keywords
from memdb.extract.people import people
from memdb.extract.sentences import is_chitchat, split

Case = dict[str, Any]


def _events(case: Case) -> tuple[Any, ...]:
    found = event(case["sentence"], case["people"], (), "", next(iter(case["people"]), None))
    return found.predicate, found.event_type, found.polarity, found.needs_profile_extraction


def _claims(case: Case) -> list[list[Any]]:
    found = claims(
        case["content"],
        speaker=case["speaker"],
        said_at=case["said_at"],
        known_people=("Melanie", "Caroline"),
        caption=case["caption"],
    )
    return [[claim.claim, claim.event_time, claim.tokens] for claim in found]


# The stage, what it gives for a case, and what it must give.
STAGES: dict[str, tuple[Callable[[Case], Any], Callable[[Case], Any]]] = {
    "sentences": (lambda case: split(case["text"]), lambda case: case["sentences"]),
    "chitchat": (lambda case: is_chitchat(case["sentence"]), lambda case: case["chitchat"]),
    "people": (
        lambda case: list(people(case["sentence"], case["speaker"], case["known"])),
        lambda case: case["people"],
    ),
    "keywords": (lambda case: list(keywords(case["sentence"], case["people"])), lambda case: case["keywords"]),
    "event_time": (lambda case: resolve_time(case["sentence"], case["said_at"]), lambda case: case["event_time"]),
    "events": (
        _events,
        lambda case: (case["predicate"], case["event_type"], case["polarity"], case["profile"]),
    ),
    "claims": (_claims, lambda case: case["claims"]),
}


def _cases() -> list[Any]:
    folder = Path(__file__).parent / "golden"
    return [
        pytest.param(stage, json.loads(line), id=f"{stage}-{number}")
        for stage in STAGES
        for number, line in enumerate((folder / f"{stage}.jsonl").read_text("utf-8").splitlines(), 1)
    ]


@pytest.mark.parametrize(("stage", "case"), _cases())
def test_stage_gives_its_golden_output(stage: str, case: Case):
    given, expected = STAGES[stage]
    assert given(case) == expected(case), case
