"""Bounded placement (section A2, equations 17 to 21, algorithm 2), without looking at every Cell.

A Cell that shares neither a keyword nor a person with a claim has L = 0 and C = 0.20 T, and E is at least n/360, so it
scores at most 0.28 - 0.45 n/360. A new Cell scores 0.4775 - 0.45 n/360, always more: only Cells that share a term can
take a claim, and an index finds those. Of them, all of the score but the denial and the growth of heterogeneity is
cheaply known; neither can raise it. So they are looked at from the best such bound down, until the next bound is below
the best score: the outcome is that of a full scan.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import log

from memdb.placement.cell import Cell
from memdb.placement.claim import Claim
from memdb.records.settings import PlacementSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Sharing:
    """A Cell that shares keywords or people with a claim, and how many."""

    cell: Cell
    keywords: int
    people: int


def best(claim: Claim, candidates: Iterable[Sharing], settings: PlacementSettings) -> Cell | None:
    """The Cell that takes a claim, the earliest of equals; None for a new Cell.

    `candidates` are all Cells of the stream that share a keyword or a person with the claim.
    """
    fitting = (one for one in candidates if _fits(claim, one.cell, settings))
    bounds = [(_rounded(bound(claim, one, settings), settings), one.cell) for one in fitting]
    bounds.sort(key=lambda one: (-one[0], one[1].id))
    found: Cell | None = None
    most = _rounded(new_score(claim, settings), settings)
    for highest, cell in bounds:
        if highest < most:
            break
        reached = _rounded(highest - against(claim, cell, settings), settings)
        # A new Cell is the latest of all.
        if reached > most or (reached == most and (found is None or cell.id < found.id)):
            most, found = reached, cell
    return found


def bound(claim: Claim, of: Sharing, settings: PlacementSettings) -> float:
    """The score of a Cell as if it neither denied the claim nor grew more heterogeneous by it."""
    cell = of.cell
    coherence = (
        settings.keyword * _jaccard(of.keywords, len(claim.keywords) + len(cell.keywords))
        + settings.person * _jaccard(of.people, len(claim.people) + len(cell.people))
        + settings.session * (1.0 if cell.first <= claim.session <= cell.last + 1 else settings.far)
    )
    pressure = (
        claim.tokens / max(1, settings.tokens - cell.tokens)
        + settings.crowding * max(0.0, (len(cell.members) + 1) / settings.members - coherence)
        + settings.excess * max(0.0, cell.heterogeneity(settings.span) - settings.mixed)
    )
    locality = log(1 + of.keywords + of.people)
    return locality + settings.coherence * coherence - settings.pressure * pressure


def against(claim: Claim, cell: Cell, settings: PlacementSettings) -> float:
    """What the members of a Cell take from its bound: they deny the claim, or grow more heterogeneous by it."""
    grown = cell.heterogeneity_with(claim, settings.span) - cell.heterogeneity(settings.span)
    return settings.pressure * settings.growth * max(0.0, grown) + settings.conflict * cell.denies(claim)


def new_score(claim: Claim, settings: PlacementSettings) -> float:
    """The score of a new Cell."""
    pressure = settings.new_pressure + claim.tokens / settings.tokens
    return settings.coherence * settings.new_coherence - settings.pressure * pressure


def _fits(claim: Claim, cell: Cell, settings: PlacementSettings) -> bool:
    return len(cell.members) < settings.members and cell.tokens + claim.tokens <= settings.tokens


def _rounded(score: float, settings: PlacementSettings) -> float:
    return round(score, settings.digits)


def _jaccard(shared: int, sizes: int) -> float:
    """Similarity of two sets, from what they share and the sum of their sizes; two empty sets share nothing."""
    return shared / (sizes - shared) if shared else 0.0
