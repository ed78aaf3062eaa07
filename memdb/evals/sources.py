"""How claims fill the places of a read before sources are normalised (the paper's Tables 3 and 5)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from memdb.evals.observing import Claim
from memdb.evals.tasks import Selection

DEPTHS = (10, 20, 40)


@dataclass(frozen=True, slots=True, kw_only=True)
class Aliasing:
    """How often the places of a list hold a packet that holds one before: the paper's source-aliasing audit.

    `unique` counts the different packets, `duplicates` is the share of the places beyond the first of each (DBR), and
    `max_source` the places of the packet that has most.
    """

    unique: int
    duplicates: float
    max_source: int


def aliasing(packets: Sequence[int], depth: int) -> Aliasing | None:
    """The audit of the first places of a list; None where it has not that many."""
    if len(packets) < depth:
        return None
    counts = Counter(packets[:depth])
    return Aliasing(unique=len(counts), duplicates=1 - len(counts) / depth, max_source=max(counts.values()))


def chosen(claims: Sequence[Claim], selection: Selection, k: int) -> tuple[int, ...]:
    """The packets that take k places, of claims that come best first; a packet may take several."""
    if selection == "distinct claims":
        first = {claim.text: claim.packet for claim in reversed(claims)}
        claims = [claim for claim in claims if first.pop(claim.text, None) is not None]
    packets = [claim.packet for claim in claims]
    if selection == "sources":
        packets = list(dict.fromkeys(packets))
    return tuple(packets[:k])
