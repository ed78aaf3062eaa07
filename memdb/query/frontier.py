"""Stage 8: a bounded frontier of packets that the anchors lack; all anchors stay (section A8).

Without a dense channel the frontier takes the pool's next ranks.
"""

from dataclasses import replace

from memdb.query.state import ReadState, Selected
from memdb.store import Connection


def extend_frontier(state: ReadState, connection: Connection) -> ReadState:
    """Appends at most `extra` packets to the selection."""
    del connection
    if state.closure_only or state.request.adaptive:
        return state
    taken = {one.packet for one in state.selected}
    following = [one for one in state.pool if one.packet not in taken][: state.request.extra]
    added = tuple(Selected(packet=one.packet, score=one.score, via=one.via, role="frontier") for one in following)
    return replace(state, selected=(*state.selected, *added))
