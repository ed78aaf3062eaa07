"""Labelled sentences: what the rules, a model, and both read out of them.

The path is the folder with `sentences.jsonl`. Each sentence is one record, once for each arm, in a stream of its own:
`rules` reads it as ingest does, `llm` lets the model's statements replace the rules', `both` joins them.

- `status`: facts, unresolved or no_fact, as labelled
- `recall`: of the labelled statements, those that were read: one of its subjects (for first person also the speaker's
  name), a relation that is said with one of its stems, one of its objects
- `precision`: of the statements in force that were read, those that are labelled. A denial of what held before
  ("no longer Ada") says nothing that is in force, and counts only where it is labelled
"""

from functools import partial
from pathlib import Path
from typing import Any

import memdb
from memdb.errors import UsageError
from memdb.evals.files import Row, folder_of, read_jsonl
from memdb.evals.observing import ingest_cost
from memdb.evals.tasks import Arm, Built, Dataset, Enriching, Observation, Part, Question, Score, Task, Way
from memdb.records import Draft, EnrichReport
from memdb.records.catalogue import catalogue
from memdb.records.keys import entity_key

ARMS = ("rules", "llm", "both")
_DENIALS = frozenset(("not eat", "does not", "do not", "don't"))
"""Stems by which a label asks for a denial."""


class Label(Row, frozen=True, kw_only=True):
    """One statement that a sentence makes."""

    subject_any: list[str]
    relation_contains_any: list[str]
    object_any: list[str]


class Sentence(Row, frozen=True, kw_only=True):
    """One line of `sentences.jsonl`."""

    sentence: str
    speaker: str | None
    status: str
    triples: list[Label]


def load(path: Path) -> list[Part]:
    """One memory with a stream for each sentence and arm."""
    sentences = read_jsonl(folder_of(path, "sentences.jsonl") / "sentences.jsonl", Sentence)
    tasks = [
        Task(question=Question(id=str(number), text=row.sentence), score=partial(score_sentence, row))
        for number, row in enumerate(sentences)
    ]
    return [Part(name="extraction", split="all", build=partial(_build, sentences), tasks=tasks, answers=False)]


def enrich(memory: memdb.Memory, enriching: Enriching) -> list[EnrichReport]:
    """Lets the model read the sentences of its two arms; the second time its answers are known."""
    if enriching.alone:
        raise UsageError("extraction reads alone and with the rules, each as an arm: leave --alone out")
    return [
        memory.enrich(streams=_streams(memory, "llm"), limit=enriching.limit, alone=True),
        memory.enrich(streams=_streams(memory, "both"), limit=enriching.limit),
    ]


def observe(memory: memdb.Memory, question: Question, way: Way) -> Observation:
    """The status and the statements of one sentence as one arm reads it."""
    assert way.arm.channels is not None, "the arms of this dataset name what is read"
    (arm,) = way.arm.channels
    evidence = memory.read(question.text, streams=[_stream(arm, question.id)])
    shown = memory.show(evidence.packets[0].packet)
    statuses = {one["frontend"]: one["status"] for one in shown["extractions"]}
    if arm != "both":
        status = statuses.get(arm, "pending")
    else:
        status = next(one for one in ("facts", "unresolved", "no_fact") if one in statuses.values())
    return Observation(
        rankings={"read": ()},
        selected="read",
        packets=(shown["packet"],),
        read_ms=sum(evidence.timing_ms.values()),
        extraction={"status": status, "statements": shown["statements"]},
    )


def score_sentence(row: Sentence, seen: Observation) -> Score:
    """The marks of one sentence under one arm."""
    found = _distinct(seen.extraction["statements"])
    recalled = [any(_states(label, one, row.speaker) for one in found) for label in row.triples]
    labelled = [any(_states(label, one, row.speaker) for label in row.triples) for one in found]
    in_force = sum(one["positive"] or right for one, right in zip(found, labelled, strict=True))
    return Score(
        gold=[
            f"{label.subject_any[0]} | {label.relation_contains_any[0]} | {label.object_any[0]}"
            for label in row.triples
        ],
        shares={"status": seen.extraction["status"] == row.status},
        counts={"recall": (sum(recalled), len(recalled)), "precision": (sum(labelled), in_force)},
        details={"status": row.status, "read": seen.extraction},
    )


def _distinct(statements: list[dict[str, Any]]) -> list[dict[str, Any]]:
    keys = {
        (entity_key(one["subject"]), one["relation"], entity_key(one["object"]), one["positive"]): one
        for one in statements
    }
    return list(keys.values())


def _states(label: Label, found: dict[str, Any], speaker: str | None) -> bool:
    """Whether a statement that was read is the labelled one."""
    if _DENIALS.isdisjoint(label.relation_contains_any):
        relation = catalogue().relations.get(found["relation"])
        phrases = (found["relation"], *(relation.phrases + relation.cues if relation else ()))
        said = found["positive"] and any(stem in " ".join(phrases) for stem in label.relation_contains_any)
    else:
        said = not found["positive"]
    subjects = {entity_key(one) for one in label.subject_any} | ({entity_key(speaker)} if speaker else set[str]())
    objects = {entity_key(one) for one in label.object_any}
    return said and entity_key(found["subject"]) in subjects and entity_key(found["object"]) in objects


def _stream(arm: str, number: str) -> str:
    return f"{arm} {number}"


def _streams(memory: memdb.Memory, arm: str) -> list[str]:
    return [name for name in memory.streams() if name.startswith(f"{arm} ")]


def _build(sentences: list[Sentence], memory: memdb.Memory) -> Built:
    drafts = [
        Draft(
            content=row.sentence, stream=_stream(arm, str(number)), speaker=row.speaker, session="s", turn=str(number)
        )
        for arm in ARMS
        for number, row in enumerate(sentences)
    ]
    return ingest_cost(lambda: memory.ingest_drafts(drafts, profile="dialogue"))


DATASET = Dataset(
    name="extraction",
    arms={arm: Arm(channels=(arm,)) for arm in ARMS},
    load=load,
    observe=observe,
    enrich=enrich,
    needs_model=frozenset(("llm", "both")),
    contrasted=("status",),
)
