"""Update streams in the manner of MQuAKE-MemStream: statements, later ones overriding, and one- to four-hop questions.

The path is a folder with `stream*.jsonl` and the `questions*.jsonl` of the same ending (`stream_hard.jsonl` with
`questions_hard.jsonl`; a generated folder has `stream.jsonl` and `questions.jsonl`), or one stream file. Only the
`text` of a stream's lines is ingested, as numbered facts.
"""

import hashlib
from dataclasses import replace
from functools import partial
from pathlib import Path

import msgspec

import memdb
from memdb.evals import fact_arms, scorers
from memdb.evals.fact_graph import FactGraph, Labelled
from memdb.evals.fact_scores import Asked, label_report, score_read
from memdb.evals.files import Row, matching, read_jsonl, split_name
from memdb.evals.observing import ingest_cost, read_and_ask
from memdb.evals.tasks import Built, Dataset, Observation, Part, Question, Score, Task
from memdb.records import Draft

DEV_BUCKETS = 7


class Statement(Row, frozen=True, kw_only=True):
    """One line of a stream: its place and its text, and nothing of the labels beside them."""

    seq: int
    text: str


class LabelledStatement(Row, frozen=True, kw_only=True):
    """What the labels say of one line of a stream; a question's scorer alone sees it."""

    seq: int
    subject: str
    relation: str
    object: str


class ChainFact(Row, frozen=True, kw_only=True):
    """One statement of the chain that leads to a gold."""

    seq: int


class QuestionRow(Row, frozen=True, kw_only=True):
    """One line of a questions file."""

    id: str
    kind: str
    question: str
    answer: str
    answer_aliases: list[str] = msgspec.field(default_factory=list[str])
    stale_answer: str | None = None
    chain: list[ChainFact] = msgspec.field(default_factory=list[ChainFact])


def load(path: Path) -> list[Part]:
    """One memory for each stream, the smallest first."""
    streams = matching(path, "stream*.jsonl")
    return [_part(file) for file in sorted(streams, key=lambda file: file.stat().st_size)]


def score_stream(row: QuestionRow, asked: Asked, seen: Observation) -> Score:
    """Coverage and answer marks, with aliases of the gold counted apart, and the answers that are out of date."""
    answer = seen.answer or ""
    marks = score_read(asked, seen)
    names = [row.answer, *row.answer_aliases]
    correct = scorers.substring_match(answer, row.answer)
    shares = {
        "coverage": scorers.contains(seen.text, row.answer),
        "substring": correct,
        "coverage_alias": any(scorers.contains(seen.text, name) for name in names),
        "substring_alias": any(scorers.substring_match(answer, name) for name in names),
        **marks.shares,
    }
    if row.stale_answer is not None:
        shares["stale"] = not correct and scorers.substring_match(answer, row.stale_answer)
    return replace(marks, gold=row.answer, shares=shares)


def is_dev(question_id: str) -> bool:
    """Whether a question belongs to the development split, which its id decides."""
    return int(hashlib.sha256(f"memstream:{question_id}".encode()).hexdigest(), 16) % 10 < DEV_BUCKETS


def _part(file: Path) -> Part:
    ending = file.name.removeprefix("stream")
    name = file.stem.removeprefix("stream").strip("_") or file.parent.name
    statements = read_jsonl(file, Statement)
    rows = read_jsonl(file.with_name(f"questions{ending}"), QuestionRow)
    labels = read_jsonl(file, LabelledStatement)
    graph = FactGraph(Labelled(one.seq, one.subject, one.relation, one.object) for one in labels)
    asked = [
        Asked.of(
            row.id, row.question, [row.answer], row.kind, name, graph=graph, path=[one.seq for one in row.chain] or None
        )
        for row in rows
    ]
    tasks = [
        Task(question=Question(id=row.id, text=row.question), score=partial(score_stream, row, one))
        for row, one in zip(rows, asked, strict=True)
    ]
    split = split_name(is_dev(row.id) for row in rows)
    build = partial(_build, statements)
    return Part(name=name, split=split, build=build, tasks=tasks, details={"labels": label_report(asked)})


def _build(statements: list[Statement], memory: memdb.Memory) -> Built:
    drafts = (Draft(content=one.text, turn=str(one.seq)) for one in statements)
    return ingest_cost(lambda: memory.ingest_drafts(drafts, stream="facts", profile="facts"))


DATASET = Dataset(
    name="memstream",
    arms=fact_arms.ARMS,
    sets=fact_arms.SETS,
    load=load,
    observe=read_and_ask,
    contrasted=("coverage", "substring", "judge"),
    contrasted_in=("single", "two_hop", "mquake_4hop"),
)
