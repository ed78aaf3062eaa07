"""How fast a model is, from what it did before, and how long a selection would take it."""

import time
from collections.abc import Sequence

from memdb.models import Calls, ChatRequest, Message
from memdb.query.originals import Original
from memdb.records.reports import UsageReport

_SELECTING = ("schedule", "frontier")
_TOKENS_PER_CHARACTER = 0.3  # rather too many for prose
_TRIAL = "Which of these days comes first in the week: Wednesday, Monday, Friday? Answer with the day alone. "


def measured_pace(report: UsageReport, model: str) -> float | None:
    """The tokens a second of the model's calls, prompt and answer together; of its selections where it made some."""
    rows = [row for row in report.models if row.model == model and row.seconds > 0]
    rows = [row for row in rows if row.kind in _SELECTING] or rows
    if not rows:
        return None
    return sum(row.prompt_tokens + row.completion_tokens for row in rows) / sum(row.seconds for row in rows)


def tried_pace(calls: Calls) -> float:
    """The tokens a second of one short call that the model has not answered before.

    Raises:
        ModelError: the model failed.
    """
    # Loading the model is no part of its pace.
    calls.model.count([Message(role="user", content=_TRIAL)])
    request = ChatRequest(
        messages=(Message(role="user", content=_TRIAL * 4),), max_tokens=8, seed=time.time_ns() % 2**31
    )
    begun = time.monotonic()
    completion = calls.complete(request, kind="test")
    seconds = max(time.monotonic() - begun, 1e-3)
    return (completion.prompt_tokens + completion.completion_tokens) / seconds


def selection_seconds(pool: Sequence[Original], pace: float) -> float:
    """How long a model of that pace would take to read the pool once."""
    return sum(len(one.shown) + 40 for one in pool) * _TOKENS_PER_CHARACTER / pace
