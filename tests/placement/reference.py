"""Algorithm 2 of the paper, written from its page and in no hurry: every claim is scored against every Cell.

Shares no code with memdb. The equations' numbers stand beside them.
"""

from collections import Counter
from dataclasses import dataclass
from math import log

B_C, M_C = 360, 12


@dataclass(frozen=True)
class Item:
    """A descriptor: its dialogue turn, session index, token count, keys, and whether it has a negation marker."""

    turn: int
    session: int
    tokens: int
    people: frozenset[str]
    keywords: frozenset[str]
    negated: bool


def jaccard(a, b):
    return len(a & b) / len(a | b) if a | b else 0.0


def union(sets):
    return frozenset().union(*sets)


def entropy(sets):
    counts = Counter(name for one in sets for name in one)
    total = sum(counts.values())
    return -sum(count / total * log(count / total) for count in counts.values())


def heterogeneity(cell):  # (20)
    sessions = [item.session for item in cell]
    turns = Counter(item.turn for item in cell)
    repeated = sum(max(0, count - 1) for count in turns.values()) / len(cell)
    return (
        entropy([item.keywords for item in cell])
        + entropy([item.people for item in cell])
        + 0.2 * log(1 + max(sessions) - min(sessions))
        + repeated
    )


def score(item, cell):
    keywords, people = union(one.keywords for one in cell), union(one.people for one in cell)
    sessions = [one.session for one in cell]
    near = 1.0 if min(sessions) <= item.session <= max(sessions) + 1 else 0.25  # (17)
    coherence = 0.45 * jaccard(item.keywords, keywords) + 0.35 * jaccard(item.people, people) + 0.20 * near  # (18)
    locality = log(1 + len(item.keywords & keywords) + len(item.people & people))  # (19)
    conflict = any(
        one.people & item.people and one.keywords & item.keywords and one.negated != item.negated for one in cell
    )
    total = sum(one.tokens for one in cell)
    growth = max(0.0, heterogeneity([*cell, item]) - heterogeneity(cell))
    pressure = (
        item.tokens / max(1, B_C - total)
        + 0.4 * growth
        + 0.25 * max(0.0, (len(cell) + 1) / M_C - coherence)
        + 0.25 * max(0.0, heterogeneity(cell) - 1.8)
    )  # (21)
    return locality + 1.4 * coherence - 0.45 * conflict - 0.45 * pressure


def placed(items):
    """The Cells, as lists of the places of their items, in the order in which they began."""
    cells: list[list[Item]] = []
    places: list[list[int]] = []
    for at, item in enumerate(items):
        found, most = None, round(1.4 * 0.55 - 0.45 * (0.65 + item.tokens / B_C), 9)
        for number, cell in enumerate(cells):
            if sum(one.tokens for one in cell) + item.tokens <= B_C and len(cell) < M_C:
                reached = round(score(item, cell), 9)
                if reached > most or (reached == most and found is None):
                    found, most = number, reached
        if found is None:
            cells.append([])
            places.append([])
            found = len(cells) - 1
        cells[found].append(item)
        places[found].append(at)
    return places
