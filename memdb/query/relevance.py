"""How well a claim answers to a question (paper A, equation 7)."""

from math import log1p

from memdb.query.addresses import Address, Query, jaccard
from memdb.records.settings import RelevanceSettings


def relevance(query: Query, claim: Address, lexical: float, settings: RelevanceSettings) -> float:
    """The score of a candidate; `lexical` is its mapped BM25, 0 where the lexical channel did not return it."""
    return (
        settings.terms * jaccard(query.terms, claim.terms)
        + settings.keywords * jaccard(query.terms, claim.keywords)
        + settings.people * jaccard(query.people, claim.people)
        + (settings.temporal if query.temporal and claim.dated else 0.0)
        + settings.lexical * lexical
    )


def mapped(bm25: float, best: float, settings: RelevanceSettings) -> float:
    """A raw BM25 score on the scale of the other parts: that of the best one is `lexical_scale`."""
    return settings.lexical_scale * log1p(bm25) / log1p(best)
