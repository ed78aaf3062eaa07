"""FactConsolidation (MemoryAgentBench): numbered facts, newer over older, and questions on the last state.

The path is the folder with `context_SIZE.json`, `facts_SIZE.jsonl` and `questions_{sh,mh}_SIZE.jsonl`, or one context
file for its size alone. The context file goes through the importer of numbered facts.
Extraction is compared with the reference parse of `facts_SIZE.jsonl`, and golds with the graph that it makes; nothing
else sees it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import memdb
from memdb.evals import fact_arms
from memdb.evals.fact_graph import FactGraph, Labelled
from memdb.evals.fact_scores import Asked, label_report, score_facts
from memdb.evals.files import Row, matching, read_jsonl, split_name
from memdb.evals.observing import ingest_cost, read_and_ask
from memdb.evals.tasks import Built, Checked, Dataset, Part, Question, Task
from memdb.records import Fact
from memdb.records.keys import entity_key

HOPS = {"sh": "single-hop", "mh": "multi-hop"}
SHOWN_DISAGREEMENTS = 20


class ReferenceFact(Row, frozen=True, kw_only=True):
    """One line of `facts_SIZE.jsonl`."""

    serial: int
    text: str
    subject: str
    relation: str
    object: str
    superseded_by: int | None


class ChainFact(Row, frozen=True, kw_only=True):
    """One fact of the chain that leads to a gold."""

    serial: int


class QuestionRow(Row, frozen=True, kw_only=True):
    """One line of `questions_KIND_SIZE.jsonl`."""

    qa_pair_id: str
    index: int
    question: str
    answers: list[str]
    derived_chain: list[ChainFact] | None = None
    final_state_serial: int | None = None
    gold_matches_final_state: bool = False

    @property
    def path(self) -> tuple[int, ...] | None:
        """The serials of the facts that lead to the gold, None where they are not known to be the only ones."""
        if self.derived_chain is not None:
            return tuple(fact.serial for fact in self.derived_chain)
        if self.final_state_serial is not None and self.gold_matches_final_state:
            return (self.final_state_serial,)
        return None


def load(path: Path) -> list[Part]:
    """One memory for each size, the smallest first."""
    contexts = matching(path, "context_*.json")
    return [_part(file) for file in sorted(contexts, key=lambda file: file.stat().st_size)]


def compare_with_reference(found: Iterable[Fact], reference: list[ReferenceFact]) -> Checked:
    """Agreement of the statements in a memory with the reference parse, record by record.

    A record agrees when it states exactly one thing and subject and object are the reference's: `parse` by entity key,
    `parse_literal` letter by letter. `triple` asks for its relation too: the name that most records of the reference's
    relation have, if that name is not said of more records of another one. `stated` counts the records that state
    anything. `latest` compares which records state the current value.
    """
    by_turn: dict[str, list[Fact]] = {}
    for fact in found:
        by_turn.setdefault(fact.turn or "", []).append(fact)
    stating = key = literal = latest = 0
    named: Counter[tuple[str, str]] = Counter()
    disagreements: list[dict[str, Any]] = []
    for wanted in reference:
        stated = by_turn.get(str(wanted.serial), [])
        pairs = [(fact.subject, fact.object) for fact in stated if fact.positive]
        stating += bool(pairs)
        agrees = [tuple(map(entity_key, pair)) for pair in pairs] == [
            (entity_key(wanted.subject), entity_key(wanted.object))
        ]
        key += agrees
        named.update((wanted.relation, fact.relation) for fact in stated if agrees)
        literal += pairs == [(wanted.subject, wanted.object)]
        latest += any(fact.current for fact in stated) == (wanted.superseded_by is None)
        if not agrees:
            disagreements.append({"serial": wanted.serial, "text": wanted.text, "stated": pairs})
    total = len(reference)
    shares = {
        "stated": stating, "parse": key, "parse_literal": literal, "triple": sum(_one_to_one(named)), "latest": latest
    }  # fmt: skip
    return Checked(
        shares={name: (passed, total) for name, passed in shares.items()},
        details={"disagreements": disagreements[:SHOWN_DISAGREEMENTS]},
    )


def _one_to_one(named: Counter[tuple[str, str]]) -> Iterator[int]:
    """The records of each pair of a reference's relation and a name for it, the most used first, each of them once."""
    relations, names = set[str](), set[str]()
    for (relation, name), records in named.most_common():
        if relation not in relations and name not in names:
            relations.add(relation)
            names.add(name)
            yield records


def _part(context: Path) -> Part:
    size = context.stem.removeprefix("context_")
    reference = read_jsonl(context.with_name(f"facts_{size}.jsonl"), ReferenceFact)
    kinds = {kind: read_jsonl(context.with_name(f"questions_{kind}_{size}.jsonl"), QuestionRow) for kind in HOPS}
    graph = FactGraph(Labelled(fact.serial, fact.subject, fact.relation, fact.object) for fact in reference)
    asked = [
        Asked.of(row.qa_pair_id, row.question, row.answers, HOPS[kind], size, graph=graph, path=row.path)
        for kind, rows in kinds.items()
        for row in rows
    ]
    tasks = [Task(question=Question(id=one.id, text=one.text), score=partial(score_facts, one)) for one in asked]
    split = split_name(row.index % 2 == 0 for rows in kinds.values() for row in rows)
    return Part(
        name=size,
        split=split,
        build=partial(_build, context),
        check=partial(_check, reference),
        tasks=tasks,
        details={"labels": label_report(asked)},
    )


def _build(context: Path, memory: memdb.Memory) -> Built:
    return ingest_cost(lambda: memory.ingest(context))


def _check(reference: list[ReferenceFact], memory: memdb.Memory) -> Checked:
    return compare_with_reference(memory.facts(history=True), reference)


DATASET = Dataset(
    name="factconsolidation",
    arms=fact_arms.ARMS,
    sets=fact_arms.SETS,
    load=load,
    observe=read_and_ask,
    contrasted=("coverage", "substring", "judge"),
    contrasted_in=tuple(HOPS.values()),
)
