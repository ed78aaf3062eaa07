"""Stage 10 of the published recipe: the closed pool in the order of memdb's own score.

Which packets may be selected is the paper's affair. Words, vectors and the dialogue prior put them in order, as they do
in memdb's own recipe; the packets that the dense channel proposes for the frontier too.
"""

from dataclasses import replace

from memdb.query.fusion import fused
from memdb.query.late import interacted
from memdb.query.state import Pooled, ReadState
from memdb.store import Connection


def order_pool(state: ReadState, connection: Connection) -> ReadState:
    """Puts the pool and the proposals of the frontier in order; with the dense channel alone its first are the pool."""
    if state.closure_only:
        return state
    if state.request.channels == frozenset(("dense",)):
        score = {one.packet: one.score for one in state.dense}
        return replace(state, pool=tuple(Pooled(one, score.get(one, 0.0), ("dense",)) for one in state.nearest))
    pooled = {one.packet: one for one in state.pool}
    met = [one.packet for one in state.pool if one.via != ("graph",)]
    scores = fused(state, connection, list(dict.fromkeys([*met, *state.nearest])))
    scores = interacted(state, connection, scores)
    pool = [one._replace(score=scores[one.packet]) for one in state.pool]
    proposals = [
        pooled[packet]._replace(score=scores[packet])
        if packet in pooled
        else Pooled(packet, scores[packet], ("dense",))
        for packet in state.nearest
    ]
    return replace(state, pool=_ordered(pool), proposals=_ordered(proposals))


def _ordered(packets: list[Pooled]) -> tuple[Pooled, ...]:
    return tuple(sorted(packets, key=lambda one: (-one.score, one.packet)))
