"""LongMemEval: questions about the chats of a user and an assistant, in two modes.

A folder with `pool.jsonl` and `questions.jsonl` is the pool: the turns that answer the questions, a stream for each
session. Nobody says which sessions are one user's, so every question is asked of all of them: this measures retrieval,
not answers. Abstention questions without a gold turn are left out and counted in the report's settings.

A JSON file is the benchmark as its authors publish it: each question has a history of its own.
"""

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from pathlib import Path

import memdb
from memdb.evals import scorers
from memdb.evals.arms import PAPER, UNJOINED, USUAL
from memdb.evals.files import Row, folder_of, read_bytes, read_jsonl, split_name
from memdb.evals.longmemeval_instances import load_instances
from memdb.evals.observing import ingest_cost, observation, observed, read
from memdb.evals.tasks import Dataset, Observation, Part, Question, Score, Task, Way

DEPTHS = (5, 10)


class QuestionRow(Row, frozen=True, kw_only=True):
    """One line of `questions.jsonl`."""

    question_id: str
    question_type: str
    question: str
    answer: str
    gold_turn_ids: list[str]
    split: str


def load(path: Path) -> list[Part]:
    """One memory with the whole pool, or one for each question of a file of instances."""
    if path.is_file():
        return load_instances(path)
    folder = folder_of(path, "pool.jsonl and questions.jsonl")
    pool = folder / "pool.jsonl"
    read_bytes(pool)
    rows = read_jsonl(folder / "questions.jsonl", QuestionRow)
    return [
        Part(
            name="pool",
            split=split_name(row.split == "dev" for row in rows),
            build=lambda memory: ingest_cost(lambda: memory.ingest(pool)),
            tasks=[_task(row) for row in rows if row.gold_turn_ids],
            answers=False,
            details={"left_out": {"no gold turn": sum(not row.gold_turn_ids for row in rows)}},
        )
    ]


def observe(memory: memdb.Memory, question: Question, way: Way) -> Observation:
    """The ten packets of a read; where somebody is to read, the answer from the packets of the default one."""
    ten = read(memory, question, way, extra=0)
    seen = observation(ten.evidence, way, ten.ms)
    if way.reader is None:
        return seen
    answered = observed(memory, question, way, way.reader)
    return replace(seen, answer=answered.answer, answer_ms=answered.answer_ms)


def score_recall(answer: str, gold: Collection[str], groups: tuple[str, ...], seen: Observation) -> Score:
    """Recall of the gold turns among the first 5 and 10, and whether all were found."""
    found = seen.rankings["read"]
    return Score(
        gold=answer,
        shares={f"complete@{k}": scorers.complete(found, gold, k) for k in DEPTHS},
        amounts={f"recall@{k}": scorers.recall(found, gold, k) for k in DEPTHS},
        groups=groups,
        details={"gold_turns": list(gold)},
    )


def _task(row: QuestionRow) -> Task:
    question = Question(id=row.question_id, text=row.question)
    return Task(question=question, score=partial(score_recall, row.answer, row.gold_turn_ids, (row.question_type,)))


DATASET = Dataset(
    name="longmemeval",
    arms=USUAL | {"unjoined": UNJOINED, "paper": PAPER},
    sets={"usual": tuple(USUAL), "joined": ("default", "unjoined")},
    load=load,
    observe=observe,
    contrasted=("recall@5", "recall@10", "f1", "bleu1", "judge"),
)
