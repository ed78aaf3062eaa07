"""Stage 7: which packets of the closed pool the reader gets (section A7), by the `fast` scheduler.

The fast scheduler is deterministic and needs no model: it takes the pool in order. Fusion has put the packets of an
answer path side by side there, since each carries its path's score.
"""

from dataclasses import replace

from memdb.query.state import ReadState, Selected
from memdb.store import Connection


def schedule(state: ReadState, connection: Connection) -> ReadState:
    """Fills in the anchors of the evidence: the first k of the pool, or the whole closure of a fact stream."""
    del connection
    if state.closure_only:
        chosen = tuple(Selected(packet=one.packet, score=one.score, via=one.via, role="closure") for one in state.pool)
        return replace(state, selected=chosen)
    size = _adaptive_size(state) if state.request.adaptive else state.request.k
    chosen = tuple(
        Selected(
            packet=one.packet,
            score=one.score,
            via=one.via,
            role="closure" if one.via == ("graph",) else "anchor",
        )
        for one in state.pool[:size]
    )
    return replace(state, selected=chosen)


def _adaptive_size(state: ReadState) -> int:
    """As many packets as score within a fixed drop of the best one, within bounds (RETRIEVAL: adaptive size)."""
    settings = state.request.settings.schedule
    if not state.pool:
        return 0
    near = sum(one.score > state.pool[0].score - settings.adaptive_drop for one in state.pool)
    return max(settings.adaptive_min, min(near, settings.adaptive_max))
