"""The rules frontend against data that lie beside the checkout: whole fact lists, and thirty labelled sentences."""

import importlib.util
import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from memdb.extract import RulesFrontend
from memdb.extract.statements import read_statement
from memdb.records.catalogue import catalogue
from memdb.records.extraction import Extraction, Triple
from memdb.records.keys import entity_key
from memdb.records.packet import Packet

_spec = importlib.util.spec_from_file_location("benchmark_data", Path(__file__).parents[1] / "benchmark_data.py")
benchmark_data = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(benchmark_data)


def rows(*parts: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in benchmark_data.path(*parts).read_text("utf-8").splitlines()]


@pytest.mark.parametrize("size", ["6k", "32k", "262k"])
def test_facts_are_read_as_the_reference_reads_them(size: str):
    facts = rows("factconsolidation", f"facts_{size}.jsonl")
    names: dict[str, Counter[str]] = defaultdict(Counter)
    wrong = []
    for fact in facts:
        found = read_statement(fact["text"]).triples
        ends = [(entity_key(one.subject), entity_key(one.object), one.positive) for one in found]
        if ends == [(entity_key(fact["subject"]), entity_key(fact["object"]), True)]:
            names[fact["relation"]][found[0].relation] += 1
        else:
            wrong.append(fact["text"])
    assert len(wrong) <= 0.005 * len(facts), wrong[:5]
    # One reference relation is one relation here, and two are two: else an update would miss or hit the wrong value.
    usual = {reference: counts.most_common(1)[0][0] for reference, counts in names.items()}
    assert len(set(usual.values())) == len(usual)
    agreeing = sum(counts[usual[reference]] for reference, counts in names.items())
    assert agreeing >= 0.995 * (len(facts) - len(wrong))


def read(row: dict[str, Any]) -> Extraction:
    packet = Packet(
        id=1, stream="s", session="", position=1, turn_index=0, turn=None, speaker=row["speaker"], said_at=None,
        content=row["sentence"], caption=None, image_query=None, session_started_at=None,
    )  # fmt: skip
    return RulesFrontend().extract(packet, profile="dialogue", known_people=frozenset())


def is_recalled(wanted: dict[str, Any], found: Triple, speaker: str | None) -> bool:
    subjects = {entity_key(one) for one in wanted["subject_any"]} | ({entity_key(speaker)} if speaker else set())
    if not any(stem in ("not eat", "does not", "do not", "don't") for stem in wanted["relation_contains_any"]):
        relation = catalogue().relations.get(found.relation)
        phrases = f"{found.relation} {' '.join((*relation.phrases, *relation.cues)) if relation else ''}".casefold()
        if not any(stem in phrases for stem in wanted["relation_contains_any"]):
            return False
    elif found.positive:
        return False
    objects = {entity_key(one) for one in wanted["object_any"]}
    return entity_key(found.subject) in subjects and entity_key(found.object) in objects


def test_labelled_sentences_get_their_status_and_statements():
    labelled = rows("extraction", "sentences.jsonl")
    wrong, missed, wanted = [], [], 0
    for row in labelled:
        found = read(row)
        if found.status != row["status"]:
            wrong.append((row, found.status))
        for triple in row["triples"]:
            wanted += 1
            if not any(is_recalled(triple, one, row["speaker"]) for one in found.triples):
                missed.append((row["sentence"], triple["object_any"]))
    assert wanted == 29
    assert wanted - len(missed) >= 25, missed
    # A statement may be missed; none may be made up, and what is left open must be said to be open.
    assert all(row["status"] == "facts" for row, _ in wrong)
    assert len(wrong) <= 1, wrong
