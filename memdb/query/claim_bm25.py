"""BM25 over claims, their keywords and people (section A5).

The claims of a model name what they refer to (paper A, section B.1), which those of rules leave in the conversation.
The first claim that rules read out of a turn therefore answers for the words of its turn and of those around it too.

Few claims are scored exactly. Of many every one is scored as if it had the mean length, from the postings alone, and
only the best are scored with their own.
"""

import json
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from memdb.query.addresses import ClaimHit
from memdb.query.bm25 import bindings, saturated
from memdb.query.state import Scope
from memdb.query.windows import ALONE, Floats, Ints, Window, distinct, places, possible, runs, summed
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
    connection: Connection, streams: Sequence[Scope], terms: Sequence[str], settings: ClaimSettings, window: Window
) -> tuple[ClaimHit, ...]:
    """The claims that meet one of some different terms, best first, of equals the earliest; of many only the best.

    `window` is that of conversations: which turns around its own the first claim of a turn answers for, and how much.
    """
    window = tuple((offset, weight * settings.context) for offset, weight in window if settings.context)
    talk = [stream for stream in streams if stream.profile == "dialogue" and window]
    own, turns = _of_claims(connection, streams, terms), _of_turns(connection, talk, terms)
    size = sum(stream.claims for stream in streams)
    # What holds a term, claim or turn, counts once each, so that common terms may seem to be in all claims and more.
    holding = np.minimum(size, sum(np.bincount(part.term, minlength=len(terms)) for part in (own, turns)))
    idf = np.log1p((size - holding + 0.5) / (holding + 0.5))
    own, turns = _best(own, idf, settings), _best(turns, idf, settings)
    claims = distinct(np.concatenate((own.at, _answering(connection, turns, window))))
    if not len(claims):
        return ()
    length, at = _measured(connection, claims, window)
    mean = sum(stream.claim_terms for stream in streams) + _total(window) * sum(one.document_terms for one in talk)
    saturation = settings.k1 * (1 - settings.b + settings.b * length / max(1.0, mean / size))
    score = np.zeros(len(claims))
    for term in range(len(terms)):
        said, around = own.only(own.term == term), turns.only(turns.term == term)
        in_it = np.bincount(np.searchsorted(claims, said.at), weights=said.frequency, minlength=len(claims))
        frequency = in_it + _around(at, around.at, around.frequency, window)
        score += idf[term] * saturated(frequency, settings.k1, saturation)
    order = np.argsort(-score, kind="stable")
    return tuple(map(ClaimHit, claims[order].tolist(), score[order].tolist()))


def _of_claims(connection: Connection, streams: Sequence[Scope], terms: Sequence[str]) -> Postings:
    rows = _table(connection.rows(sql("query/claim_postings"), bindings(streams, terms)), 3)
    return Postings(rows[:, 0], rows[:, 1], rows[:, 2].astype(np.float64))


def _of_turns(connection: Connection, streams: Sequence[Scope], terms: Sequence[str]) -> Postings:
    rows = _table(connection.rows(sql("query/postings"), bindings(streams, terms)) if streams else [], 4)
    return Postings(rows[:, 0], places(rows[:, 1], rows[:, 2]), rows[:, 3].astype(np.float64))


def _table(rows: Sequence[Sequence[int]], width: int) -> Ints:
    return np.asarray(rows, dtype=np.int64).reshape(-1, width)


def _total(window: Window) -> float:
    return sum(weight for _, weight in window)


def _best(postings: Postings, idf: Floats, settings: ClaimSettings) -> Postings:
    """The postings of few; of many those of the best, as if each had the mean length."""
    known = distinct(postings.at)
    if len(known) <= settings.exact_claims:
        return postings
    weights = idf[postings.term] * postings.frequency / (postings.frequency + settings.k1)
    rough = np.bincount(np.searchsorted(known, postings.at), weights=weights)
    return postings.only(np.isin(postings.at, known[np.argsort(-rough, kind="stable")[: settings.rough_pool]]))


def _answering(connection: Connection, turns: Postings, window: Window) -> Ints:
    """The claims that answer for some turns: the first ones of those in whose window they are."""
    if not len(turns.at):
        return np.zeros(0, np.int64)
    around = possible(distinct(np.concatenate([turns.at - offset for offset, _ in window])))
    rows = connection.rows(sql("query/first_claims"), {"runs": json.dumps(runs(around, ALONE))})
    return _table(rows, 1)[:, 0]


def _measured(connection: Connection, claims: Ints, window: Window) -> tuple[Floats, Ints]:
    """The lengths of some claims, with what they answer for, and the places of their turns, -1 without such."""
    rows = _table(connection.rows(sql("query/claim_lengths"), {"claims": json.dumps(claims.tolist())}), 5)
    at = np.where((rows[:, 4] == 1) & bool(window), places(rows[:, 2], rows[:, 3]), -1)
    length = rows[:, 1].astype(np.float64)
    if (at >= 0).any():
        near = runs(distinct(at[at >= 0]), window)
        turns = _table(connection.rows(sql("query/turn_lengths"), {"runs": json.dumps(near)}), 3)
        length = length + _around(at, places(turns[:, 0], turns[:, 1]), turns[:, 2].astype(np.float64), window)
    return length, at


def _around(at: Ints, turns: Ints, values: Floats, window: Window) -> Floats:
    """For the place of each claim what its window covers of the values of some different turns; 0 without a place."""
    order = np.argsort(at)
    total = np.zeros(len(at))
    total[order] = summed(at[order], turns, values, window)
    return total
