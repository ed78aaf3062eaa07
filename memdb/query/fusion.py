"""Stage 5: one score for the candidates of all channels, in standard deviations of the lexical channel.

The lexical channel is a z-score already. The graph is sparse, so it has no deviation of its own: a closure packet gains
`weight` times how well the best path through it answers the question. Packets whose statement in question has been
replaced lose `superseded`, so that a retired value never outranks the current one.
"""

import json
from collections import defaultdict
from dataclasses import replace

from memdb.query.paths import best_paths
from memdb.query.state import Candidate, ReadState
from memdb.records.moments import NOW
from memdb.store import Connection, sql


def fuse(state: ReadState, connection: Connection) -> ReadState:
    """Fills in the fused candidates; a packet may still occur once for each channel."""
    if state.request.facts_only and state.edges:
        # A fact stream is read by its closure alone, nearest first; nothing is weighed against it (section B5).
        candidates = tuple(
            Candidate(packet=edge.packet, via="graph", score=-float(edge.depth)) for edge in state.edges
        )
        return replace(state, candidates=candidates)
    lexical = {candidate.packet: candidate.score for candidate in state.lexical}
    gains = _graph_gains(state)
    penalties = _penalties(state, connection, [*lexical, *gains])
    floor = min(lexical.values(), default=0.0)
    fused = [
        Candidate(
            packet=packet,
            via="bm25",
            score=score + gains.get(packet, 0.0) + penalties.get(packet, 0.0),
        )
        for packet, score in lexical.items()
    ]
    fused += [
        Candidate(
            packet=packet, via="graph", score=lexical.get(packet, floor) + gain + penalties.get(packet, 0.0)
        )
        for packet, gain in gains.items()
    ]
    return replace(state, candidates=tuple(fused))


def _graph_gains(state: ReadState) -> dict[int, float]:
    """What each closure packet gains: its best path's score against the best of all, times the graph's weight."""
    if not state.edges:
        return {}
    settings = state.request.settings
    paths = best_paths(state.edges, state.anchors, state.known_intent, settings.paths)
    top = paths[0].score if paths else 0.0
    gains: dict[int, float] = defaultdict(float)
    if top < settings.paths.accept:
        return {}
    for path in paths:
        if path.score < settings.paths.accept:
            break
        for edge in path.edges:
            gains[edge.packet] = max(gains[edge.packet], settings.graph.weight * path.score / top)
    return dict(gains)


def _penalties(state: ReadState, connection: Connection, packets: list[int]) -> dict[int, float]:
    """What packets lose whose statements about an anchor were all replaced by a newer value."""
    if state.request.at != NOW or state.known_intent.past or not packets or not state.anchors:
        return {}
    rows = connection.rows(sql("query/superseded"), {"packets": json.dumps(packets)})
    anchored = {(anchor.stream_id, anchor.key) for anchor in state.anchors} | {
        (edge.stream_id, edge.subject_key) for edge in state.edges
    }
    return {
        packet: state.request.settings.graph.superseded
        for packet, stream_id, subject_key, _, _ in rows
        if (stream_id, subject_key) in anchored
    }
