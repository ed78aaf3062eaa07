"""Stage 5: one score for the candidates of all channels, in standard deviations of the lexical channel.

The lexical channel is a z-score already. The graph is sparse, so it has no deviation of its own: the packets of the
paths that the question asks for gain a fixed weight. Packets whose statement in question has been replaced lose one, so
that a retired value never outranks the current one.
"""

from collections.abc import Sequence
from dataclasses import replace

from memdb.query.paths import Path, asked_for
from memdb.query.state import Candidate, ReadState
from memdb.query.superseding import superseded
from memdb.store import Connection


def fuse(state: ReadState, connection: Connection) -> ReadState:
    """Fills in the fused candidates; a packet may still occur once for each channel."""
    if state.closure_only:
        # A fact stream is read by its closure alone, nearest first; nothing is weighed against it (section B5).
        nearest = tuple(Candidate(packet=edge.packet, via="graph", score=-float(edge.depth)) for edge in state.edges)
        return replace(state, candidates=nearest)
    lexical = {candidate.packet: candidate.score for candidate in state.lexical}
    paths = asked_for(state)
    gains = {edge.packet: state.request.settings.graph.weight for path in paths for edge in path.edges}
    penalties = _penalties(state, connection, paths, [*lexical, *gains])
    # The rest of the closure joins the pool at its end: connected, but not asked for.
    closure = dict.fromkeys(edge.packet for edge in state.edges)
    floor = min(lexical.values(), default=0.0)
    scores = {
        packet: lexical.get(packet, floor) + gains.get(packet, 0.0) + penalties.get(packet, 0.0)
        for packet in (*lexical, *closure)
    }
    candidates = [Candidate(packet=packet, via="bm25", score=scores[packet]) for packet in lexical]
    candidates += [Candidate(packet=packet, via="graph", score=scores[packet]) for packet in closure]
    return replace(state, candidates=tuple(candidates))


def _penalties(
    state: ReadState, connection: Connection, paths: Sequence[Path], packets: Sequence[int]
) -> dict[int, float]:
    """What packets lose whose statement about what the question asks for was replaced by a newer value."""
    if state.known_intent.past or not state.anchors:
        return {}
    asked = {(edge.stream_id, edge.subject_key, edge.relation) for path in paths for edge in path.edges}
    anchored = {(anchor.stream_id, anchor.key) for anchor in state.anchors}
    return {
        one.packet: state.request.settings.graph.superseded
        for one in superseded(connection, packets, state.request.at)
        if (one.stream_id, one.subject_key, one.relation) in asked
        # What was denied and not replaced has no path that could ask for it.
        or (one.replacement is None and (one.stream_id, one.subject_key) in anchored)
    }
