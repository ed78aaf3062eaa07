"""A Cell in memory, with what the equations of placement ask of it."""

from collections import Counter
from collections.abc import Iterable
from math import fsum, log

from memdb.placement.claim import Claim


class Cell:
    """A group of claims: its members in order, and how often each keyword, person and packet occurs among them."""

    __slots__ = ("_heterogeneity", "first", "id", "keywords", "last", "members", "packets", "people", "tokens")

    def __init__(self, cell_id: int, members: Iterable[Claim] = ()) -> None:
        """`members` are those that it has already."""
        self.id = cell_id
        self.members: list[Claim] = []
        self.keywords: Counter[str] = Counter()
        self.people: Counter[str] = Counter()
        self.packets: Counter[int] = Counter()
        self.tokens = 0
        self.first = self.last = 0
        self._heterogeneity: float | None = None
        for claim in members:
            self.add(claim)

    def add(self, claim: Claim) -> None:
        """Takes a claim in."""
        self.first = min(self.first, claim.session) if self.members else claim.session
        self.last = max(self.last, claim.session) if self.members else claim.session
        self.members.append(claim)
        self.keywords.update(claim.keywords)
        self.people.update(claim.people)
        self.packets[claim.packet] += 1
        self.tokens += claim.tokens
        self._heterogeneity = None

    def denies(self, claim: Claim) -> bool:
        """Whether a member shares a person and a keyword with a claim, and exactly one of the two is negated."""
        return any(
            member.negated != claim.negated
            and not set(member.people).isdisjoint(claim.people)
            and not set(member.keywords).isdisjoint(claim.keywords)
            for member in self.members
        )

    def heterogeneity(self, span: float) -> float:
        """H of equation 20; `span` weighs the sessions."""
        if self._heterogeneity is None:
            entropies = entropy(self.keywords) + entropy(self.people)
            self._heterogeneity = entropies + self._dispersal(span, self.first, self.last, len(self.packets))
        return self._heterogeneity

    def heterogeneity_with(self, claim: Claim, span: float) -> float:
        """H of the Cell as if it had a claim more."""
        entropies = entropy(self.keywords + Counter(claim.keywords)) + entropy(self.people + Counter(claim.people))
        first, last = min(self.first, claim.session), max(self.last, claim.session)
        packets = len(self.packets) + (claim.packet not in self.packets)
        return entropies + self._dispersal(span, first, last, packets, more=1)

    def _dispersal(self, span: float, first: int, last: int, packets: int, more: int = 0) -> float:
        """The parts of H that are no entropy: how many sessions it spans, and the share of repeated packets."""
        size = len(self.members) + more
        return span * log(1 + last - first) + (size - packets) / max(1, size)


def entropy(counts: Counter[str]) -> float:
    """Shannon's entropy of occurrence counts, in nats: ln N - (sum of n ln n) / N. No occurrence has none.

    The sum does not depend on the order of the counts, so that a Cell has one entropy however it came to be.
    """
    total = counts.total()
    if total == 0:
        return 0.0
    return log(total) - fsum(count * log(count) for count in counts.values() if count > 1) / total
