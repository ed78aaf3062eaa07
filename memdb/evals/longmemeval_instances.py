"""LongMemEval as its authors publish it: a memory for each question, filled with that question's history alone.

Turns that are marked with `has_answer` are gold, and so are the sessions of `answer_session_ids`; only the scorer sees
them. An abstention question has no gold turn, hence no recall; its answer counts.
"""

import re
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

import memdb
from memdb.errors import ImportFileError
from memdb.evals import scorers
from memdb.evals.files import Row, read_json
from memdb.evals.observing import ingest_cost
from memdb.evals.tasks import Built, Observation, Part, Question, Score, Task
from memdb.importers.longmemeval import read_instance, session_labels, turn_name
from memdb.records import Draft

DEPTHS = (5, 10)
ABSTENTION = "_abs"
"""How the id of a question ends that the history does not answer."""
_FILE_NAME = re.compile(r"[\w.-]+")


class Turn(Row, frozen=True, kw_only=True):
    """The mark of one turn."""

    has_answer: bool | None = None


class Instance(Row, frozen=True, kw_only=True):
    """One question with the marks of its history."""

    question_id: str
    question_type: str
    question: str
    question_date: str | None = None
    answer: str | int | float
    answer_session_ids: list[str]
    haystack_session_ids: list[Any]
    haystack_sessions: list[list[Turn]]


def load_instances(path: Path) -> list[Part]:
    """One memory for each instance of a file."""
    raw = read_json(path, list[msgspec.Raw])
    return [_part(path, number, one) for number, one in enumerate(raw, start=1)]


def score_instance(
    answer: str, turns: tuple[str, ...], sessions: tuple[str, ...], groups: tuple[str, ...], seen: Observation
) -> Score:
    """Recall of the gold turns and of the gold sessions, where there are any, and the marks of an answer."""
    found = seen.rankings["read"]
    shares: dict[str, bool] = {}
    amounts: dict[str, float] = {}
    if turns:
        amounts |= {f"recall@{k}": scorers.recall(found, turns, k) for k in DEPTHS}
        shares |= {f"complete@{k}": scorers.complete(found, turns, k) for k in DEPTHS}
    if turns and sessions:
        ranked = [turn.rpartition("-t")[0] for turn in found]
        amounts |= {f"session_recall@{k}": scorers.recall(ranked, sessions, k) for k in DEPTHS}
    if seen.answer is not None:
        shares |= scorers.answer_shares(seen.answer, answer)
        amounts |= scorers.answer_amounts(seen.answer, answer)
    details = {"gold_turns": list(turns), "gold_sessions": list(sessions)}
    return Score(gold=answer, shares=shares, amounts=amounts, groups=groups, details=details)


def _part(path: Path, number: int, raw: msgspec.Raw) -> Part:
    try:
        instance = msgspec.json.decode(raw, type=Instance)
    except msgspec.DecodeError as error:
        raise ImportFileError(f"{path}, instance {number}: not what this benchmark expects: {error}") from None
    name = instance.question_id
    if not _FILE_NAME.fullmatch(name):
        raise ImportFileError(f"{path}, instance {number}: its question_id is no name for a file")
    abstains = name.endswith(ABSTENTION)
    groups = (instance.question_type, "abstention") if abstains else (instance.question_type,)
    score = partial(
        score_instance, str(instance.answer), () if abstains else _gold_turns(instance),
        tuple(instance.answer_session_ids), groups,
    )  # fmt: skip
    task = Task(question=Question(id=name, text=instance.question, asked_at=instance.question_date), score=score)
    return Part(name=name, split="all", build=partial(_build, raw, number), tasks=[task])


def _gold_turns(instance: Instance) -> tuple[str, ...]:
    labels = session_labels(instance.haystack_session_ids, len(instance.haystack_sessions))
    return tuple(
        turn_name(label, index)
        for label, session in zip(labels, instance.haystack_sessions, strict=True)
        for index, turn in enumerate(session)
        if turn.has_answer
    )


def _build(raw: msgspec.Raw, number: int, memory: memdb.Memory) -> Built:
    items = read_instance(msgspec.json.decode(raw, type=dict[str, msgspec.Raw]), number)
    drafts = (item for item in items if isinstance(item, Draft))
    return ingest_cost(lambda: memory.ingest_drafts(drafts, profile="dialogue"))
