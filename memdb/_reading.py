"""The read verbs of a memory, wired: a request from the caller's arguments, the stages, and a reader."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any, TypedDict

from memdb.errors import NotFoundError, UsageError
from memdb.extract import resolve_time
from memdb.query import ReadModels, ReadState, Request, Scope, Step, run
from memdb.records.dates import parse_time
from memdb.records.evidence import Evidence, Recipe, View
from memdb.records.moments import NOW, Moment, moment
from memdb.records.plain import plain
from memdb.records.reports import Hit
from memdb.records.settings import ReadSettings
from memdb.records.shown import shown
from memdb.store import Connection, sql

VIEWS = ("bundle", "raw", "claim")
CHANNELS: dict[Recipe, tuple[str, ...]] = {
    "best": ("lexical", "dense", "graph"),
    "paper": ("cells", "lexical", "dense", "graph"),
}
"""The recipes, with the channels that each has."""
NEED_MODEL = ("llm", "labels")
SCHEDULERS = ("fast", *NEED_MODEL, "auto", "mmr")
NO_MODELS = ReadModels()
TIME_BUDGET = 10.0
"""Seconds that the scheduler "auto" may spend on a model, where the caller names none."""


class ReadOptions(TypedDict, total=False):
    """The options that all reads share; see `Memory.read`."""

    streams: Sequence[str] | None
    as_of: str | int | date | None
    k: int
    extra: int
    view: View
    scheduler: str
    time_budget: float
    adaptive: bool
    asker: str | None
    asked_at: str | date | None
    recipe: Recipe
    channels: Sequence[str] | None
    settings: ReadSettings


@dataclass(frozen=True, slots=True)
class Trace:
    """Every stage of one read with its time and the state it left."""

    question: str
    steps: tuple[Step, ...]

    def to_dict(self) -> dict[str, Any]:
        """The JSON document of `memdb trace --json`."""
        return {"question": self.question, "stages": [_stage(step) for step in self.steps]}


# What each stage fills in: the trace shows that, and not again what earlier stages left.
_PARTS = {
    "intent": ("intent",), "anchors": ("anchors", "notes"), "traversal": ("edges", "notes"), "lexical": ("lexical",),
    "dense": ("dense",), "fusion": ("candidates",), "late": ("candidates",), "sources": ("pool",),
    "recency": ("pool",), "schedule": ("scheduled_by", "selected"), "frontier": ("selected",), "render": ("evidence",),
    "claims": ("query", "hits"), "routing": ("opened",), "relevance": ("claims",), "order": ("pool", "proposals"),
}  # fmt: skip


def _stage(step: Step) -> dict[str, Any]:
    state = {part: plain(getattr(step.state, part)) for part in _PARTS[step.stage]}
    return {"stage": step.stage, "ms": round(step.ms, 3), "state": state}


def scope(connection: Connection, streams: Sequence[str] | None) -> tuple[Scope, ...]:
    """The streams of a read; all of them for None.

    Raises:
        NotFoundError: a named stream is not there.
    """
    known = {row[1]: Scope(*row) for row in connection.rows(sql("query/scope"))}
    if streams is None:
        return tuple(known.values())
    missing = [name for name in streams if name not in known]
    if missing:
        raise NotFoundError(f"no stream named {shown(missing[0])}: `memdb stats` lists the streams")
    return tuple(known[name] for name in dict.fromkeys(streams))


def steps(
    connection: Connection,
    question: str,
    options: ReadOptions,
    *,
    models: ReadModels = NO_MODELS,
    ranking: bool = False,
) -> tuple[Step, ...]:
    """Runs a read, or with `ranking` a search, which ranks packets by words, meaning and statements in every stream.

    Raises:
        UsageError: the question is empty or an option is none that memdb knows.
    """
    request = _request(connection, question, options)
    if request.scheduler in NEED_MODEL and models.scheduler is None:
        raise UsageError(
            f"no model is chosen to select: `memdb models use scheduler MODEL` chooses one for {request.scheduler}, or "
            "take the scheduler fast"
        )
    return run(replace(request, ranking=ranking, models=models), connection)


def _request(connection: Connection, question: str, options: ReadOptions) -> Request:
    if misspelt := set(options) - set(ReadOptions.__annotations__):
        raise UsageError(
            f"no option named {shown(min(misspelt))}: use {', '.join(sorted(ReadOptions.__annotations__))}"
        )
    if not question.strip():
        raise UsageError("the question is empty: say what you want to know")
    view, scheduler = options.get("view", "bundle"), options.get("scheduler", "fast")
    recipe = options.get("recipe", "best")
    if recipe not in CHANNELS:
        raise UsageError(f"no recipe named {shown(recipe)}: use {' or '.join(CHANNELS)}")
    known = CHANNELS[recipe]
    channels = options.get("channels")
    channels = known if channels is None else tuple(channels)
    k, extra = options.get("k", 10), options.get("extra", 2)
    if view not in VIEWS:
        raise UsageError(f"no view named {shown(view)}: use one of {', '.join(VIEWS)}")
    if scheduler not in SCHEDULERS:
        raise UsageError(f"no scheduler named {shown(scheduler)}: use {', '.join(SCHEDULERS)}")
    if scheduler == "mmr" and recipe != "paper":
        raise UsageError("the scheduler mmr belongs to the recipe paper: take that recipe, or the scheduler fast")
    if (budget := options.get("time_budget", TIME_BUDGET)) < 0:
        raise UsageError(f"the time budget is {budget:g} s: give the seconds that a model may take to select, or 0")
    if unknown := [name for name in channels if name not in known]:
        raise UsageError(f"no channel of the recipe {recipe} is named {shown(unknown[0])}: use {', '.join(known)}")
    if k < 1 or extra < 0:
        raise UsageError(f"k must be at least 1 and extra at least 0, not {k} and {extra}")
    at = moment(options.get("as_of"))
    asked_on = _asked_on(options.get("asked_at"), at)
    return Request(
        question=question,
        scope=scope(connection, options.get("streams")),
        at=at,
        k=k,
        extra=extra,
        view=view,
        scheduler=scheduler,
        time_budget=budget,
        adaptive=options.get("adaptive", False),
        asker=options.get("asker"),
        asked_on=asked_on,
        period=_period(question, asked_on),
        recipe=recipe,
        settings=options.get("settings", ReadSettings()),
        channels=frozenset(channels),
    )


def _asked_on(asked_at: str | date | None, at: Moment) -> str:
    """The day on which a question is asked: as the caller says, else that of the moment asked about, else today."""
    if asked_at is None:
        return datetime.now(UTC).astimezone().date().isoformat() if at.until == NOW.until else at.until[:10]
    if isinstance(asked_at, date):
        return asked_at.isoformat()[:10]
    time = parse_time(asked_at)
    if time is None or len(time) < len("2026-03-01"):
        raise UsageError(f"asked at {shown(asked_at)}: this is no day; write 2026-03-01")
    return time[:10]


def _period(question: str, asked_on: str) -> str:
    """The time that a question names; "since last week" names the beginning of a time alone."""
    return "" if re.search(r"\bsince\b", question, re.IGNORECASE) else resolve_time(question, asked_on)


def evidence(done: tuple[Step, ...]) -> Evidence:
    """The evidence of a finished read."""
    found = done[-1].state.evidence
    assert found is not None, "the last stage renders"
    return found


def hits(state: ReadState) -> tuple[Hit, ...]:
    """The k best of the selected packets as ranked search results; the reader's budget of characters does not count."""
    found = [packet for packet in state.records if packet.via != ("history",)]
    return tuple(
        Hit(
            rank=rank, score=packet.score, packet=packet.packet, stream=packet.stream, session=packet.session,
            turn=packet.turn, speaker=packet.speaker, said_at=packet.said_at, content=packet.content, via=packet.via,
            superseded_by=next((claim.superseded_by for claim in packet.claims if claim.superseded_by), None),
        )
        for rank, packet in enumerate(found[: state.request.k], start=1)
    )  # fmt: skip
