"""Stage 6: one score for the candidates of all channels: the weighted sum of their deviations (RETRIEVAL: F).

Words and vectors are scores in deviations already. The graph is sparse, so it has no deviation of its own: the packets
of the paths that the question asks for gain a fixed weight. Packets whose statement in question has been replaced lose
one, so that a retired value never outranks the current one.
"""

import json
from collections.abc import Sequence
from dataclasses import replace

from memdb.models import has_states
from memdb.query.paths import Path, asked_for
from memdb.query.state import Candidate, ReadState
from memdb.query.superseding import superseded
from memdb.records.settings import FusionWeights
from memdb.store import Connection, sql

STATIC = "static-"  # how the names of tables begin


def fuse(state: ReadState, connection: Connection) -> ReadState:
    """Fills in the fused candidates; a packet may still occur once for each channel."""
    if state.closure_only:
        return replace(state, candidates=nearest_first(state))
    proposed = dict.fromkeys(one.packet for one in (*state.lexical, *state.dense))
    scores = fused(state, connection, list(proposed))
    closure = dict.fromkeys(edge.packet for edge in state.edges)
    candidates = [
        Candidate(packet=one.packet, via=one.via, score=scores[one.packet]) for one in (*state.lexical, *state.dense)
    ]
    candidates += [Candidate(packet=packet, via="graph", score=scores[packet]) for packet in closure]
    return replace(state, candidates=tuple(candidates))


def nearest_first(state: ReadState) -> tuple[Candidate, ...]:
    """The closure of a fact stream, which is read by it alone: nothing is weighed against it (section B5)."""
    return tuple(Candidate(packet=edge.packet, via="graph", score=-float(edge.depth)) for edge in state.edges)


def fused(state: ReadState, connection: Connection, packets: Sequence[int]) -> dict[int, float]:
    """The fused scores of some packets and of the closure, whose rest is at the end: connected, but not asked for."""
    ranked = _ranked(state, connection, packets)
    paths = asked_for(state)
    gains = {edge.packet: state.request.settings.graph.weight for path in paths for edge in path.edges}
    penalties = _penalties(state, connection, paths, [*ranked, *gains])
    floor = min(ranked.values(), default=0.0)
    return {
        packet: ranked.get(packet, floor) + gains.get(packet, 0.0) + penalties.get(packet, 0.0)
        for packet in (*ranked, *(edge.packet for edge in state.edges))
    }


def weights(state: ReadState) -> FusionWeights:
    """What the channels count, by the kind of embedder that the read has."""
    settings, embedder = state.request.settings.dense, state.embedder
    if has_states(embedder):
        return settings.with_late
    return settings.table if embedder and embedder.name.startswith(STATIC) else settings.vectors


def scale(state: ReadState) -> float:
    """How many deviations of one channel a fused score has for one of every channel."""
    if state.dense_scores is None:
        return 1.0
    counted = weights(state)
    return 1.0 + counted.dense + counted.late


def _ranked(state: ReadState, connection: Connection, packets: Sequence[int]) -> dict[int, float]:
    """The sums of words, vectors and prior."""
    if state.dense_scores is None:
        by_form = {candidate.packet: candidate.score for candidate in state.lexical}
        lowest = min(by_form.values(), default=0.0)
        return {packet: by_form.get(packet, lowest) for packet in packets}
    import numpy as np  # noqa: PLC0415 - graph reads do without

    from memdb.query.prior import dialogue_prior  # noqa: PLC0415

    talk = [stream for stream in state.request.scope if stream.profile == "dialogue"]
    talking = {stream.id for stream in talk}
    rows = connection.rows(sql("query/cues"), {"packets": json.dumps(list(packets))})
    said = [row for row in rows if row[-1] in talking]
    counted = weights(state)
    by_words = np.zeros(len(packets)) if state.lexical_scores is None else state.lexical_scores.of(packets)
    # What has no vector, as facts have none, is taken to be as near as its words say.
    total = by_words + counted.dense * state.dense_scores.known(packets, by_words)
    lexical = state.request.settings.lexical
    prior = dialogue_prior(
        connection, talk, [row[:-1] for row in said], state.known_intent, lexical, period=state.request.period
    )
    of_form = dict(zip((row[2] for row in said), prior.tolist(), strict=True))
    total += counted.prior * np.asarray([of_form.get(packet, 0.0) for packet in packets])
    return dict(zip(packets, total.tolist(), strict=True))


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
        for one in superseded(connection, packets, state.held_at)
        if (one.stream_id, one.subject_key, one.relation) in asked
        # What was denied and not replaced has no path that could ask for it.
        or (one.replacement is None and (one.stream_id, one.subject_key) in anchored)
    }
