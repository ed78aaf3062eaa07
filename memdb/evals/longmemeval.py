"""LongMemEval: questions about the chats of a user and an assistant, in two modes.

A folder with `pool.jsonl` and `questions.jsonl` is the pool: the turns that answer the questions, a stream for each
session. Nobody says which sessions are one user's, so every question is asked of all of them: this measures retrieval,
not answers. Where the gold turns of a question about an update are of several times, `newest_first` is whether one of
the newest is found, and before all older ones. Abstention questions without a gold turn are left out and counted in the
report's settings.

A JSON file is the benchmark as its authors publish it: each question has a history of its own.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import memdb
from memdb.evals import scorers
from memdb.evals.arms import PAPER, UNJOINED, USUAL
from memdb.evals.files import Row, folder_of, read_jsonl, split_name
from memdb.evals.longmemeval_instances import load_instances
from memdb.evals.observing import ingest_cost, observation, observed, read
from memdb.evals.tasks import Dataset, Observation, Part, Question, Score, Task, Way

DEPTHS = (5, 10)
_UPDATES = "knowledge-update"


class PoolRow(Row, frozen=True, kw_only=True):
    """What the scorer wants of one line of `pool.jsonl`."""

    turn_id: str
    date: str


class QuestionRow(Row, frozen=True, kw_only=True):
    """One line of `questions.jsonl`."""

    question_id: str
    question_type: str
    question: str
    question_date: str | None = None
    answer: str
    gold_turn_ids: list[str]
    split: str


def load(path: Path) -> list[Part]:
    """One memory with the whole pool, or one for each question of a file of instances."""
    if path.is_file():
        return load_instances(path)
    folder = folder_of(path, "pool.jsonl and questions.jsonl")
    pool = folder / "pool.jsonl"
    dates = {row.turn_id: row.date for row in read_jsonl(pool, PoolRow)}
    rows = read_jsonl(folder / "questions.jsonl", QuestionRow)
    return [
        Part(
            name="pool",
            split=split_name(row.split == "dev" for row in rows),
            build=lambda memory: ingest_cost(lambda: memory.ingest(pool)),
            tasks=[_task(row, dates) for row in rows if row.gold_turn_ids],
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


def score_recall(
    answer: str, gold: Collection[str], dates: Mapping[str, str], groups: tuple[str, ...], seen: Observation
) -> Score:
    """Recall of the gold turns among the first 5 and 10, and whether all were found; for an update also their order."""
    found = seen.rankings["read"]
    shares = {f"complete@{k}": scorers.complete(found, gold, k) for k in DEPTHS}
    newest = {turn for turn in gold if dates[turn] == max(dates[one] for one in gold)}
    if _UPDATES in groups and len(newest) < len(gold):
        shares["newest_first"] = scorers.fresh(found, newest, set(gold) - newest)
    return Score(
        gold=answer,
        shares=shares,
        amounts={f"recall@{k}": scorers.recall(found, gold, k) for k in DEPTHS},
        groups=groups,
        details={"gold_turns": list(gold)},
    )


def _task(row: QuestionRow, dates: Mapping[str, str]) -> Task:
    score = partial(score_recall, row.answer, row.gold_turn_ids, dates, (row.question_type,))
    return Task(question=Question(id=row.question_id, text=row.question, asked_at=row.question_date), score=score)


DATASET = Dataset(
    name="longmemeval",
    arms=USUAL | {"unjoined": UNJOINED, "paper": PAPER},
    sets={"usual": tuple(USUAL), "joined": ("default", "unjoined")},
    load=load,
    observe=observe,
    contrasted=("recall@5", "recall@10", "newest_first", "f1", "bleu1", "judge"),
)
