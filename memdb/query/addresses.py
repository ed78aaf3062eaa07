"""Claims as addresses: the sets by which a question and a claim or Cell are compared (paper A, section B.3)."""

from typing import NamedTuple


class Query(NamedTuple):
    """What the published recipe compares: the terms and people of a question, and whether it asks about time."""

    terms: frozenset[str]
    people: frozenset[str]
    temporal: bool


class Address(NamedTuple):
    """One claim as it is found: by its terms, keywords and people, in a Cell or in none.

    `terms` hold those of the keywords and people too. `dated` is whether it has an event time.
    """

    claim: int
    packet: int
    cell: int | None
    text: str
    terms: frozenset[str]
    keywords: frozenset[str]
    people: frozenset[str]
    dated: bool


def jaccard(left: frozenset[str], right: frozenset[str]) -> float:
    """The share of two sets that they have in common, 0 where both are empty."""
    common = len(left & right)
    return common / (len(left) + len(right) - common) if common else 0.0
