"""BM25 over claims, their keywords and people (section A5).

The claims of a model name what they refer to, which those of rules leave in their turn and in the one before (paper A,
section B.1). The first claim that rules read out of a turn therefore answers for all words of these two turns too.

Few claims are scored exactly. Of many every one is scored as if it had the mean length, from the postings alone, and
only the best are scored with their own.
"""

import json
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from memdb.query.addresses import ClaimHit
from memdb.query.state import Scope
from memdb.query.windows import ALONE, Floats, Ints, distinct, places, runs
from memdb.records.settings import ClaimSettings
from memdb.store import Connection, sql


class Postings(NamedTuple):
    """Which term occurs where and how often, as three aligned arrays; `at` are claims, or places of turns."""

    term: Ints
    at: Ints
    frequency: Floats

    def only(self, kept: npt.NDArray[np.bool_]) -> "Postings":
        """Some of them."""
        return Postings(self.term[kept], self.at[kept], self.frequency[kept])


def claim_bm25(
    connection: Connection, streams: Sequence[Scope], terms: Sequence[str], settings: ClaimSettings
) -> tuple[ClaimHit, ...]:
    """The claims that meet one of some different terms, best first, of equals the earliest; of many only the best."""
    own, turns = _postings(connection, streams, terms, settings)
    size = sum(stream.claims for stream in streams)
    # What holds a term, claim or turn, counts once each, so that common terms may seem to be in all claims and more.
    holding = np.minimum(size, sum(np.bincount(part.term, minlength=len(terms)) for part in (own, turns)))
    idf = np.log1p((size - holding + 0.5) / (holding + 0.5))
    found = _joined([_best(own, idf, settings), *_of_turns(connection, turns, idf, settings)])
    claims = distinct(found.at)
    if not len(claims):
        return ()
    answered = settings.turn + settings.turn_before
    mean = sum(stream.claim_terms + answered * stream.document_terms for stream in streams) / size
    saturation = settings.k1 * (1 - settings.b + settings.b * _lengths(connection, claims, settings) / max(1.0, mean))
    score = np.zeros(len(claims))
    for term in range(len(terms)):
        mine = found.only(found.term == term)
        frequency = np.bincount(np.searchsorted(claims, mine.at), weights=mine.frequency, minlength=len(claims))
        score += idf[term] * frequency * (settings.k1 + 1) / (frequency + saturation)
    order = np.argsort(-score, kind="stable")
    return tuple(map(ClaimHit, claims[order].tolist(), score[order].tolist()))


def _postings(
    connection: Connection, streams: Sequence[Scope], terms: Sequence[str], settings: ClaimSettings
) -> tuple[Postings, Postings]:
    """Where terms occur in claims, and in the turns that claims answer for."""
    asked = {
        "streams": json.dumps([stream.id for stream in streams]),
        "terms": json.dumps(list(terms), ensure_ascii=False),
    }
    own = _table(connection.rows(sql("query/claim_postings"), asked), 3)
    answered = settings.turn > 0 or settings.turn_before > 0
    turns = _table(connection.rows(sql("query/postings"), asked) if answered else [], 4)
    return (
        Postings(own[:, 0], own[:, 1], own[:, 2].astype(np.float64)),
        Postings(turns[:, 0], places(turns[:, 1], turns[:, 2]), turns[:, 3].astype(np.float64)),
    )


def _table(rows: Sequence[Sequence[int]], width: int) -> Ints:
    return np.asarray(rows, dtype=np.int64).reshape(-1, width)


def _joined(parts: Sequence[Postings]) -> Postings:
    return Postings(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _best(postings: Postings, idf: Floats, settings: ClaimSettings) -> Postings:
    """The postings of few; of many those of the best, as if each had the mean length."""
    known = distinct(postings.at)
    if len(known) <= settings.exact_claims:
        return postings
    weights = idf[postings.term] * postings.frequency / (postings.frequency + settings.k1)
    rough = np.bincount(np.searchsorted(known, postings.at), weights=weights)
    return postings.only(np.isin(postings.at, known[np.argsort(-rough, kind="stable")[: settings.rough_pool]]))


def _of_turns(connection: Connection, turns: Postings, idf: Floats, settings: ClaimSettings) -> list[Postings]:
    """The postings of turns as weighed ones of the claims that answer for them: those of the turn, and of the next."""
    if not len(turns.at):
        return []
    turns = _best(turns, idf, settings)
    answering = distinct(np.concatenate((turns.at, turns.at + 1)))
    rows = _table(connection.rows(sql("query/first_claims"), {"runs": json.dumps(runs(answering, ALONE))}), 3)
    known = places(rows[:, 0], rows[:, 1])
    order = np.argsort(known)
    known, firsts = known[order], rows[order, 2]
    found: list[Postings] = []
    for offset, weight in ((0, settings.turn), (1, settings.turn_before)):
        at = turns.at + offset
        mine = Postings(turns.term, at, weight * turns.frequency).only(np.isin(at, known))
        found.append(mine._replace(at=firsts[np.searchsorted(known, mine.at)]))
    return found


def _lengths(connection: Connection, claims: Ints, settings: ClaimSettings) -> Floats:
    """The terms of some claims, with those of the turns that they answer for."""
    rows = connection.rows(sql("query/claim_lengths"), {"claims": json.dumps(claims.tolist())})
    _, own, turn, before = _table(rows, 4).astype(np.float64).T
    total: Floats = own + settings.turn * turn + settings.turn_before * before
    return total
