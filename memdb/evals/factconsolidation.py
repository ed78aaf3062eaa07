"""FactConsolidation (MemoryAgentBench): numbered facts, newer over older, and questions on the last state.

The path is the folder with `context_SIZE.json`, `facts_SIZE.jsonl` and `questions_{sh,mh}_SIZE.jsonl`, or one context
file for its size alone. The context file goes through the importer of numbered facts.
Extraction is compared with the reference parse of `facts_SIZE.jsonl`, which nothing else sees.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import memdb
from memdb.evals import scorers
from memdb.evals.files import Row, matching, read_jsonl, split_name
from memdb.evals.observing import ingest_cost, read_and_ask
from memdb.evals.tasks import Arm, Built, Dataset, Observation, Part, Question, Score, Task
from memdb.records import Fact
from memdb.records.keys import entity_key

HOPS = {"sh": "single-hop", "mh": "multi-hop"}
SHOWN_DISAGREEMENTS = 20


class ReferenceFact(Row, frozen=True, kw_only=True):
    """One line of `facts_SIZE.jsonl`."""

    serial: int
    text: str
    subject: str
    object: str
    superseded_by: int | None


class QuestionRow(Row, frozen=True, kw_only=True):
    """One line of `questions_KIND_SIZE.jsonl`."""

    qa_pair_id: str
    index: int
    question: str
    answers: list[str]


def load(path: Path) -> list[Part]:
    """One memory for each size, the smallest first."""
    contexts = matching(path, "context_*.json")
    return [_part(file) for file in sorted(contexts, key=lambda file: file.stat().st_size)]


def score_facts(answers: list[str], groups: tuple[str, ...], seen: Observation) -> Score:
    """Coverage of the gold by evidence and closure, and the marks of the extractive answer."""
    answer = seen.answer or ""
    shares = {
        "coverage": any(scorers.contains(seen.text, gold) for gold in answers),
        "substring": any(scorers.substring_match(answer, gold) for gold in answers),
        "exact": any(scorers.exact_match(answer, gold) for gold in answers),
        **closure_marks(answers, seen),
    }
    return Score(gold=answers, shares=shares, amounts={"evidence_chars": len(seen.text)}, groups=groups)


def closure_marks(answers: list[str], seen: Observation) -> dict[str, bool]:
    """Whether the closure names the gold, and whether it is empty; no marks for an arm without the graph."""
    if seen.edges is None:
        return {}
    named = any(scorers.contains(name, gold) for gold in answers for edge in seen.edges for name in edge)
    return {"closure": named, "empty_closure": not seen.edges}


def compare_with_reference(found: Iterable[Fact], reference: list[ReferenceFact]) -> Built:
    """Agreement of the statements in a memory with the reference parse, record by record.

    A record agrees when it states exactly one thing and subject and object are the reference's: `parse` by entity key,
    `parse_literal` letter by letter. `latest` compares which records state the current value.
    """
    by_turn: dict[str, list[Fact]] = {}
    for fact in found:
        by_turn.setdefault(fact.turn or "", []).append(fact)
    key = literal = latest = 0
    disagreements: list[dict[str, Any]] = []
    for wanted in reference:
        stated = by_turn.get(str(wanted.serial), [])
        pairs = [(fact.subject, fact.object) for fact in stated if fact.positive]
        agrees = [tuple(map(entity_key, pair)) for pair in pairs] == [
            (entity_key(wanted.subject), entity_key(wanted.object))
        ]
        key += agrees
        literal += pairs == [(wanted.subject, wanted.object)]
        latest += any(fact.current for fact in stated) == (wanted.superseded_by is None)
        if not agrees:
            disagreements.append({"serial": wanted.serial, "text": wanted.text, "stated": pairs})
    total = len(reference)
    return Built(
        records=total,
        cpu_s=0.0,
        shares={"parse": (key, total), "parse_literal": (literal, total), "latest": (latest, total)},
        details={"disagreements": disagreements[:SHOWN_DISAGREEMENTS]},
    )


def _part(context: Path) -> Part:
    size = context.stem.removeprefix("context_")
    reference = read_jsonl(context.with_name(f"facts_{size}.jsonl"), ReferenceFact)
    kinds = {kind: read_jsonl(context.with_name(f"questions_{kind}_{size}.jsonl"), QuestionRow) for kind in HOPS}
    tasks = [_task(row, (HOPS[kind], size, f"{HOPS[kind]} {size}")) for kind, rows in kinds.items() for row in rows]
    split = split_name(row.index % 2 == 0 for rows in kinds.values() for row in rows)
    return Part(name=size, split=split, build=partial(_build, context, reference), tasks=tasks)


def _task(row: QuestionRow, groups: tuple[str, ...]) -> Task:
    question = Question(id=row.qa_pair_id, text=row.question)
    return Task(question=question, score=partial(score_facts, row.answers, groups))


def _build(context: Path, reference: list[ReferenceFact], memory: memdb.Memory) -> Built:
    built = ingest_cost(lambda: memory.ingest(context))
    compared = compare_with_reference(memory.facts(history=True), reference)
    return replace(built, shares=compared.shares, details={**built.details, **compared.details})


DATASET = Dataset(
    name="factconsolidation",
    arms={"graph": Arm(channels=("lexical", "graph")), "lexical": Arm(channels=("lexical",))},
    load=load,
    observe=read_and_ask,
    contrasted=("coverage", "substring", "judge"),
)
