"""Stage 4: the lexical channel, contextual BM25 with the dialogue prior (RETRIEVAL: B and prior).

Window and prior are the dialogue profile; notes and fact streams are ranked by plain BM25.
"""

from collections.abc import Sequence
from dataclasses import replace

from memdb.query.state import Candidate, ReadState, Scope
from memdb.store import Connection


def match_terms(state: ReadState, connection: Connection) -> ReadState:
    """Fills in the lexical candidates, best first, at most `pool` of them."""
    if "lexical" not in state.request.channels or not state.known_intent.terms:
        return state
    # The closure of a fact stream is its evidence; ranking by words is what is left without one.
    if state.closure_only:
        return state
    talk = [stream for stream in state.request.scope if stream.profile == "dialogue"]
    rest = [stream for stream in state.request.scope if stream.profile != "dialogue"]
    found: list[Candidate] = []
    for streams, windowed in ((talk, True), (rest, False)):
        if streams:
            found += _ranked(state, connection, streams, windowed=windowed)
    found.sort(key=lambda candidate: (-candidate.score, candidate.packet))
    return replace(state, lexical=tuple(found[: _pool(state)]))


def _pool(state: ReadState) -> int:
    """How many candidates the channel proposes: at least what was asked for."""
    return max(state.request.settings.lexical.pool, state.request.k + state.request.extra)


def _ranked(state: ReadState, connection: Connection, streams: Sequence[Scope], *, windowed: bool) -> list[Candidate]:
    import numpy as np  # noqa: PLC0415 - a tenth of a second that graph reads and the command's help do not pay

    from memdb.query.bm25 import contextual_bm25  # noqa: PLC0415
    from memdb.query.prior import dialogue_prior  # noqa: PLC0415

    settings = state.request.settings.lexical
    turns = contextual_bm25(
        connection, streams, state.known_intent.terms, settings, windowed=windowed, at_least=_pool(state)
    )
    if not turns.rows:
        return []
    # The deviation is taken over all packets of the streams; those that were not touched score zero.
    size = max(len(turns.rows), sum(stream.documents for stream in streams))
    mean = turns.total / size
    deviation = float(np.sqrt(max(turns.squares / size - mean**2, 1e-12)))
    score = (turns.score - mean) / deviation
    if windowed:
        prior = dialogue_prior(connection, streams, turns, state.known_intent, settings)
        score = score + settings.prior_weight * prior
    at = state.request.at
    ranked = np.argsort(-score, kind="stable")
    found: list[Candidate] = []
    for n in ranked:
        row = turns.rows[int(n)]
        if turns.score[n] > 0 and at.sees(row[10], row[3]):
            found.append(Candidate(packet=row[2], via="bm25", score=float(score[n])))
            if len(found) == _pool(state):
                break
    return found
