"""Control views that rank current statements by their likeness to the question, in words or in meaning."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from memdb.errors import UsageError
from memdb.query.current_facts import CurrentFact, current_facts
from memdb.query.state import ClosureEdge, ReadState
from memdb.records.tokens import terms
from memdb.store import Connection

if TYPE_CHECKING:
    from memdb.query.windows import Floats


def by_words(state: ReadState, connection: Connection) -> tuple[ClosureEdge, ...]:
    """The statements that BM25 ranks first, of equals the newest; "matched", as many as take the closure's room.

    What shares no word with the question fills the places that are left, as in the paper.
    """
    facts = current_facts(state, connection)
    settings = state.request.settings
    index = _indexed(tuple(fact.document for fact in facts))
    scores = index.scores(state.known_intent.terms, settings.claims.k1, settings.claims.b)
    order = sorted(range(len(facts)), key=lambda place: -scores.get(place, 0.0))
    ranked = [facts[place] for place in order[: settings.facts.most]]
    if settings.facts.matched:
        taken = {edge.packet for edge in state.edges}
        # A record that states several facts takes its room once.
        sizes = {fact.edge.packet: len(fact.text) for fact in facts if fact.edge.packet in taken}
        ranked = _packed(ranked, sum(sizes.values()))
    return tuple(fact.edge for fact in ranked)


def by_meaning(state: ReadState, connection: Connection) -> tuple[ClosureEdge, ...]:
    """The statements whose vectors are nearest to the question's, of equals the newest.

    Raises:
        UsageError: the memory has no embedder.
    """
    load = state.request.models.embedder
    embedder = load() if load else None
    if embedder is None:
        raise UsageError("the view 'dense' compares vectors: choose an embedder for the memory first")
    facts = current_facts(state, connection)
    if not facts:
        return ()
    import numpy as np  # noqa: PLC0415 - which graph reads do without

    question = embedder.embed(embedder.pieces(state.request.question)[:1])[0]
    cosines = _embedded(embedder.pieces, embedder.embed, tuple(fact.document for fact in facts)) @ question
    first = np.argsort(-cosines, kind="stable")[: state.request.settings.facts.most]
    return tuple(facts[int(place)].edge for place in first)


def _packed(ranked: Sequence[CurrentFact], room: int) -> list[CurrentFact]:
    """The facts, best first, whose records still fit into so many characters, each whole."""
    kept: list[CurrentFact] = []
    shown: set[int] = set()
    for fact in ranked:
        size = 0 if fact.edge.packet in shown else len(fact.text)
        if size <= room:
            room -= size
            shown.add(fact.edge.packet)
            kept.append(fact)
    return kept


@dataclass(frozen=True, slots=True)
class _Index:
    """An inverted index of documents: where each term is and how often, and the documents' lengths in terms."""

    postings: dict[str, dict[int, int]]
    lengths: list[int]

    def scores(self, asked: Sequence[str], k1: float, b: float) -> dict[int, float]:
        """BM25 of each document that holds a term."""
        mean = sum(self.lengths) / max(1, len(self.lengths))
        found: dict[int, float] = defaultdict(float)
        for term in dict.fromkeys(asked):
            holding = self.postings.get(term, {})
            weight = math.log1p((len(self.lengths) - len(holding) + 0.5) / (len(holding) + 0.5))
            for place, count in holding.items():
                saturation = k1 * (1 - b + b * self.lengths[place] / mean)
                found[place] += weight * count * (k1 + 1) / (count + saturation)
        return found


@lru_cache(maxsize=1)
def _indexed(documents: tuple[str, ...]) -> _Index:
    """The index of documents, kept for the next question about the same."""
    postings: dict[str, dict[int, int]] = defaultdict(dict)
    lengths: list[int] = []
    for place, document in enumerate(documents):
        counts = Counter(terms(document))
        lengths.append(counts.total())
        for term, count in counts.items():
            postings[term][place] = count
    return _Index(dict(postings), lengths)


@lru_cache(maxsize=1)
def _embedded(
    pieces: Callable[[str], list[str]], embed: "Callable[[Sequence[str]], Floats]", documents: tuple[str, ...]
) -> "Floats":
    """The vectors of documents by their first pieces, kept for the next question about the same."""
    return embed([pieces(document)[0] for document in documents])
