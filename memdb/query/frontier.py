"""Stage 8: a bounded frontier of packets that the anchors lack; all anchors stay (section A8).

A model that selects the anchors also orders them together with the first of the dense channel, or of the pool where
there is none, and what it puts first there joins them. Otherwise the pool's next ranks do, in the published recipe
those of the dense channel's first.
"""

from collections.abc import Sequence
from dataclasses import replace

from memdb.query.schedule import choose
from memdb.query.state import Pooled, ReadState, Selected
from memdb.store import Connection


def extend_frontier(state: ReadState, connection: Connection) -> ReadState:
    """Appends at most `extra` packets to the selection."""
    if state.closure_only or state.request.adaptive or not state.request.extra:
        return state
    taken = {one.packet for one in state.selected}
    following: Sequence[Pooled] = ()
    if state.scheduled_by != "fast":
        state, following = _by_model(state, taken, connection)
    if state.scheduled_by == "fast":
        following = [one for one in state.proposals or state.pool if one.packet not in taken]
    added = tuple(
        Selected(packet=one.packet, score=one.score, via=one.via, role="frontier")
        for one in following[: state.request.extra]
    )
    return replace(state, selected=(*state.selected, *added))


def _by_model(state: ReadState, taken: set[int], connection: Connection) -> tuple[ReadState, list[Pooled]]:
    """The new packets among the first that a model puts when it orders the anchors and the dense channel's first."""
    settings = state.request.settings.schedule
    nearest = list(state.nearest) or [one.packet for one in state.pool[: settings.dense_top]]
    if taken.issuperset(nearest):
        return state, []
    packets = list(dict.fromkeys([*(one.packet for one in state.selected), *nearest]))
    state, first = choose(state, packets, settings.frontier_first, connection, kind="frontier")
    pooled = {one.packet: one for one in state.pool}
    lowest = state.pool[-1].score
    return state, [
        pooled.get(packet, Pooled(packet=packet, score=lowest, via=("dense",)))
        for packet in first
        if packet not in taken
    ]
