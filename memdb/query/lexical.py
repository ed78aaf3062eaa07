"""Stage 4: the lexical channel, contextual BM25 with the dialogue prior (RETRIEVAL: B and prior).

Window and prior are the dialogue profile; notes and fact streams are ranked by plain BM25.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memdb.query.state import Candidate, ReadState, Scope, pool_size
from memdb.store import Connection

if TYPE_CHECKING:
    from memdb.query.channel import ChannelScores


def match_terms(state: ReadState, connection: Connection) -> ReadState:
    """Fills in the lexical candidates, best first, at most `pool` of them, and the scores of all packets by words."""
    request = state.request
    if not request.by_words or not request.scope or not state.known_intent.terms:
        return state
    # The closure of a fact stream is its evidence; ranking by words is what is left without one.
    if state.closure_only:
        return state
    talk = [stream for stream in request.scope if stream.profile == "dialogue"]
    rest = [stream for stream in request.scope if stream.profile != "dialogue"]
    found: list[Candidate] = []
    scores: list[ChannelScores] = []
    for streams, windowed in ((talk, True), (rest, False)):
        if streams:
            candidates, by_words = _ranked(state, connection, streams, windowed=windowed)
            found += candidates
            scores.append(by_words)
    found.sort(key=lambda candidate: (-candidate.score, candidate.packet))
    from memdb.query.channel import joined  # noqa: PLC0415 - numpy

    return replace(state, lexical=tuple(found[: pool_size(state)]), lexical_scores=joined(scores))


def _ranked(
    state: ReadState, connection: Connection, streams: Sequence[Scope], *, windowed: bool
) -> "tuple[list[Candidate], ChannelScores]":
    import numpy as np  # noqa: PLC0415 - a tenth of a second that graph reads and the command's help do not pay

    from memdb.query.bm25 import contextual_bm25  # noqa: PLC0415
    from memdb.query.channel import ChannelScores  # noqa: PLC0415
    from memdb.query.prior import dialogue_prior  # noqa: PLC0415

    settings = state.request.settings.lexical
    turns = contextual_bm25(
        connection, streams, state.known_intent.terms, settings, windowed=windowed, at_least=pool_size(state)
    )
    if not turns.rows:
        return [], ChannelScores(np.zeros(0, np.int64), np.zeros(0), 0.0)
    by_words = score = (turns.score - turns.mean) / turns.deviation
    if windowed:
        intent, period = state.known_intent, state.request.period
        prior = dialogue_prior(connection, streams, turns.rows, intent, settings, period=period)
        score = score + settings.prior_weight * prior
    at = state.request.at
    found: list[Candidate] = []
    for n in np.argsort(-score, kind="stable"):
        row = turns.rows[int(n)]
        if turns.score[n] > 0 and at.sees(row[10], row[3]):
            found.append(Candidate(packet=row[2], via="bm25", score=float(score[n])))
            if len(found) == pool_size(state):
                break
    packets = np.asarray([row[2] for row in turns.rows], dtype=np.int64)
    order = np.argsort(packets)
    return found, ChannelScores(packets[order], by_words[order], (turns.unseen - turns.mean) / turns.deviation)
