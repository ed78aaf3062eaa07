"""The selection without a scheduler: greedy marginal relevance over turns (paper A, section B.3; arms A2 and A3)."""

from collections.abc import Sequence
from math import log1p
from typing import NamedTuple

from memdb.query.addresses import jaccard
from memdb.records.settings import MmrSettings


class Turn(NamedTuple):
    """One packet with its candidate claims consolidated: the terms and Cell of the best one, and their scores."""

    packet: int
    cell: int | None
    terms: frozenset[str]
    scores: tuple[float, ...]


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
