"""LongMemEval's pool: the turns that answer its questions, a stream for each session, and each question's recall.

The path is the folder with `pool.jsonl` and `questions.jsonl`. Nobody says which sessions are one user's, so every
question is asked of all of them: this measures retrieval, not answers. Abstention questions without a gold turn are
left out and counted in the report's settings.
"""

from collections.abc import Collection
from functools import partial
from pathlib import Path

import memdb
from memdb.evals import scorers
from memdb.evals.files import Row, folder_of, read_bytes, read_jsonl, split_name
from memdb.evals.observing import ingest_cost, timed_read, turns
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
    """One memory with the whole pool."""
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
            details={"left_out": {"no gold turn": sum(not row.gold_turn_ids for row in rows)}},
        )
    ]


def observe(memory: memdb.Memory, question: Question, way: Way) -> Observation:
    """The ten packets of a read."""
    evidence, read_ms = timed_read(memory, question, way, extra=0)
    return Observation(
        rankings={"read": turns(evidence.packets)},
        selected="read",
        packets=tuple(packet.packet for packet in evidence.packets),
        text=evidence.text,
        read_ms=read_ms,
    )


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
    arms={"default": ("lexical", "dense", "graph"), "lexical": ("lexical",)},
    load=load,
    observe=observe,
    answers=False,
)
