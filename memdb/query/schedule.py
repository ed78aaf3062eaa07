"""Stage 7: which packets of the closed pool the reader gets (section A7).

The `fast` scheduler is deterministic and needs no model: it takes the pool in order. Fusion has put the packets of an
answer path side by side there, since each carries its path's score. `llm` asks a model for a list, `labels` for how
likely it takes each record; `auto` asks it for a list where the time budget allows. `mmr` is what the published recipe
selects without a scheduler.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, Protocol

from memdb.errors import ExtraNeededError, ModelError
from memdb.models import Calls
from memdb.models.calls import CallKind
from memdb.query.fusion import scale
from memdb.query.label_pass import choose_by_labels
from memdb.query.listwise import Choice, choose_listwise
from memdb.query.mmr import diverse
from memdb.query.originals import Original, originals
from memdb.query.pace import selection_seconds, tried_pace
from memdb.query.state import Pooled, ReadState, Selected
from memdb.records.settings import ScheduleSettings
from memdb.store import Connection

Selecting = Literal["schedule", "frontier"]


class Chooser(Protocol):
    """A way in which a model selects the k most useful packets of a pool."""

    def __call__(
        self,
        calls: Calls,
        question: str,
        pool: Sequence[Original],
        k: int,
        settings: ScheduleSettings,
        *,
        kind: CallKind,
    ) -> Choice:
        """See `choose_listwise`."""
        ...


CHOOSERS: dict[str, Chooser] = {"llm": choose_listwise, "labels": choose_by_labels}
"""The schedulers that ask a model."""
MMR = "mmr"
"""The published selection without a scheduler, of the recipe "paper"."""


def schedule(state: ReadState, connection: Connection) -> ReadState:
    """Fills in the anchors of the evidence: k of the pool, or the whole closure of a fact stream."""
    if state.closure_only:
        chosen = tuple(Selected(packet=one.packet, score=one.score, via=one.via, role="closure") for one in state.pool)
        return replace(state, selected=chosen)
    size = _adaptive_size(state) if state.request.adaptive else state.request.k
    first = state.pool[:size]
    if state.request.scheduler == MMR:
        first = diverse(state, size, connection)
    elif state.request.scheduler != "fast":
        state, first = _by_model(state, size, connection)
    chosen = tuple(
        Selected(
            packet=one.packet,
            score=one.score,
            via=one.via,
            role="closure" if one.via == ("graph",) else "anchor",
        )
        for one in first
    )
    return replace(state, selected=chosen)


def choose(
    state: ReadState, packets: Sequence[int], k: int, connection: Connection, *, kind: Selecting
) -> tuple[ReadState, tuple[int, ...]]:
    """The packets that the read's scheduler chooses of a closed pool, best first, with its notes in the state.

    Where the model fails, "auto" goes on without it: the state then says that the fast scheduler selects.

    Raises:
        ModelError: the model failed, and the read asked for it.
    """
    request, calls = state.request, state.request.models.scheduler
    assert calls is not None, "only a read with a model has one of these schedulers"
    found = originals(connection, packets, request.at)
    pool = [found[packet] for packet in packets if packet in found]
    chooser = CHOOSERS[state.scheduled_by]
    try:
        choice = chooser(calls, request.question, pool, k, request.settings.schedule, kind=kind)
    except (ModelError, ExtraNeededError) as error:
        if request.scheduler != "auto":
            raise
        return _without_model(state, error), ()
    return replace(state, notes=(*state.notes, *choice.notes)), choice.packets


def _by_model(state: ReadState, size: int, connection: Connection) -> tuple[ReadState, tuple[Pooled, ...]]:
    """The packets that a model selects of the first of the pool; the fast order where `auto` decides so."""
    request = state.request
    fast = state.pool[:size]
    settings = request.settings.schedule
    most = settings.listed if request.recipe == "best" else settings.listed_published
    listed = {one.packet: one for one in state.pool[: max(size, most)]}
    if len(listed) <= size:
        return state, fast  # all are taken: there is nothing to select
    if request.scheduler == "auto":
        state = _decided(state, list(listed), connection)
    else:
        state = replace(state, scheduled_by=request.scheduler)
    packets: tuple[int, ...] = ()
    if state.scheduled_by != "fast":
        state, packets = choose(state, list(listed), size, connection, kind="schedule")
    if state.scheduled_by == "fast":
        return state, fast
    return state, tuple(listed[packet] for packet in packets)


def _decided(state: ReadState, packets: Sequence[int], connection: Connection) -> ReadState:
    """Whether a model or the fast order is to select, by the model's pace and the time budget."""
    models, budget = state.request.models, state.request.time_budget
    if models.scheduler is None:
        note = "the fast scheduler selected: there is no model for it"
        return replace(state, notes=(*state.notes, note))
    try:
        pace = models.pace or tried_pace(models.scheduler)
    except (ModelError, ExtraNeededError) as error:
        return _without_model(state, error)
    pool = list(originals(connection, packets, state.request.at).values())
    seconds = selection_seconds(pool, pace)
    if state.request.extra and not state.request.adaptive:
        seconds *= 2  # the frontier asks once more
    by, why = ("llm", "within") if seconds <= budget else ("fast", "more than")
    note = f"the {by} scheduler selected: a model would take about {seconds:.0f} s, {why} the budget of {budget:g} s"
    return replace(state, scheduled_by=by, notes=(*state.notes, note))


def _without_model(state: ReadState, error: Exception) -> ReadState:
    note = f"the fast scheduler selected, since the model failed: {error}"
    return replace(state, scheduled_by="fast", notes=(*state.notes, note))


def _adaptive_size(state: ReadState) -> int:
    """As many packets as score a share of the best one's score, within bounds (RETRIEVAL: adaptive size)."""
    settings = state.request.settings.schedule
    if not state.pool:
        return 0
    least = settings.adaptive_share * state.pool[0].score + settings.adaptive_offset * scale(state)
    near = sum(one.score > least for one in state.pool)
    return max(settings.adaptive_min, min(near, settings.adaptive_max))
