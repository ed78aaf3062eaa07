"""The selection without a scheduler: greedy marginal relevance over turns (paper A, section B.3; arms A2 and A3)."""

from collections import defaultdict
from collections.abc import Sequence
from math import log1p
from typing import NamedTuple

from memdb.query.addresses import ScoredClaim, addresses, jaccard
from memdb.query.state import Pooled, ReadState
from memdb.records.settings import MmrSettings
from memdb.store import Connection


class Turn(NamedTuple):
    """One packet with its candidate claims consolidated: the terms and Cell of the best one, and their scores."""

    packet: int
    cell: int | None
    terms: frozenset[str]
    scores: tuple[float, ...]


def diverse(state: ReadState, k: int, connection: Connection) -> tuple[Pooled, ...]:
    """The k packets of the pool that the selection takes, with their marginal scores."""
    of: dict[int, list[ScoredClaim]] = defaultdict(list)
    for claim in state.claims:
        of[claim.packet].append(claim)
    best = addresses(connection, [claims[0].claim for claims in of.values()], state.request.at)
    turns = [
        Turn(packet, one.cell, best[one.claim].terms, tuple(claim.score for claim in claims))
        for packet, claims in of.items()
        for one in claims[:1]
    ]
    pooled = {one.packet: one for one in state.pool}
    chosen = select_diverse(turns, k, state.request.settings.mmr)
    return tuple(pooled[packet]._replace(score=score) for packet, score in chosen)


def select_diverse(turns: Sequence[Turn], k: int, settings: MmrSettings) -> tuple[tuple[int, float], ...]:
    """The k turns chosen, as (packet, marginal score) in the order of choice; of equals the earliest is taken.

    The overlap of two turns is the Jaccard similarity of the terms of their best claims.
    """
    base = [max(turn.scores) + settings.support * log1p(sum(max(0.0, one) for one in turn.scores)) for turn in turns]
    likeness = [0.0] * len(turns)
    companions = [0] * len(turns)
    left = list(range(len(turns)))
    chosen: list[tuple[int, float]] = []
    while left and len(chosen) < k:
        marginal = {n: base[n] - settings.overlap * likeness[n] - settings.same_cell * companions[n] for n in left}
        best = max(left, key=lambda n: marginal[n])
        left.remove(best)
        chosen.append((turns[best].packet, marginal[best]))
        for n in left:
            likeness[n] = max(likeness[n], jaccard(turns[n].terms, turns[best].terms))
            companions[n] += turns[n].cell is not None and turns[n].cell == turns[best].cell
    return tuple(chosen)
