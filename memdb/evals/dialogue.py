"""Current truth in ordinary conversation: values that change, end, were said wrongly or only planned, in small talk.

The path is the folder with `conversations.jsonl`; a line of it is one conversation and its questions, and one memory.
An answer is right when it says every gold value in one of its wordings, exact when the first wordings are all it says,
and stale when it is not right and says a value that no longer holds (or, for a question about the past, another than
held then). The part `dev` may be looked at while memdb is worked on; the failures of `untouched` may not, so that its
figure stays one of conversations that no rule was made for.
"""

from functools import partial
from pathlib import Path
from typing import Literal

import memdb
from memdb.evals import scorers
from memdb.evals.arms import USUAL
from memdb.evals.files import Row, folder_of, read_jsonl
from memdb.evals.observing import ingest_cost, read_and_ask
from memdb.evals.tasks import Built, Dataset, Observation, Part, Question, Score, Task
from memdb.records import Draft

FILE = "conversations.jsonl"
DEPTH = 10


class Turn(Row, frozen=True, kw_only=True):
    """One turn of a conversation."""

    id: str
    speaker: str
    text: str


class Session(Row, frozen=True, kw_only=True):
    """The turns of one day."""

    date: str
    turns: list[Turn]


class Asked(Row, frozen=True, kw_only=True):
    """One question: `gold` holds the values of its answer, each in its accepted wordings, `turns` those that say so."""

    id: str
    kind: str
    question: str
    gold: list[list[str]]
    turns: list[str]
    stale: list[str]


class Conversation(Row, frozen=True, kw_only=True):
    """One line of the file."""

    id: str
    domain: str
    part: Literal["dev", "untouched"]
    sessions: list[Session]
    questions: list[Asked]


def load(path: Path) -> list[Part]:
    """A memory for each conversation."""
    conversations = read_jsonl(folder_of(path, FILE) / FILE, Conversation)
    return [
        Part(name=one.id, split="all", build=partial(_build, one), tasks=[_task(one, asked) for asked in one.questions])
        for one in conversations
    ]


def score_answer(asked: Asked, part: str, seen: Observation) -> Score:
    """The marks of one question, reported over its part of the set and over its kind in that part.

    `recall@10` is whether all gold turns are among the first ten packets, `cited` whether the answer rests on all.
    """
    shares = {"recall@10": scorers.complete(seen.rankings["read"], asked.turns, DEPTH)}
    if seen.answer is not None:
        right = all(any(_says(seen.answer, word) for word in wordings) for wordings in asked.gold)
        shares["answer"] = right
        shares["exact"] = scorers.exact_match(seen.answer, " and ".join(wordings[0] for wordings in asked.gold))
        shares["stale"] = not right and any(_says(seen.answer, value) for value in asked.stale)
        shares["cited"] = set(asked.turns) <= set(seen.cited)
    return Score(
        gold=[" / ".join(wordings) for wordings in asked.gold],
        shares=shares,
        groups=(part, f"{part}, {asked.kind}"),
        details={
            "kind": asked.kind,
            "gold_turns": asked.turns,
            "cited": list(seen.cited),
            "stale": asked.stale,
            "gold_answer": " and ".join(" or ".join(wordings) for wordings in asked.gold),
        },
    )


def _says(answer: str, value: str) -> bool:
    """Whether an answer holds a value as whole words: "no" is not said in "not known"."""
    return f" {scorers.normalised(value)} " in f" {scorers.normalised(answer)} "


def _task(conversation: Conversation, asked: Asked) -> Task:
    question = Question(id=asked.id, text=asked.question)
    return Task(question=question, score=partial(score_answer, asked, conversation.part))


def _build(conversation: Conversation, memory: memdb.Memory) -> Built:
    drafts = [
        Draft(content=turn.text, session=session.date, turn=turn.id, speaker=turn.speaker, said_at=session.date)
        for session in conversation.sessions
        for turn in session.turns
    ]
    return ingest_cost(lambda: memory.ingest_drafts(drafts, stream=conversation.id, profile="dialogue"))


DATASET = Dataset(name="dialogue", arms=USUAL, load=load, observe=read_and_ask, contrasted=("answer", "stale", "judge"))
