"""Contextual BM25: a packet also answers for its neighbours in the conversation (RETRIEVAL: B).

Term frequencies and lengths are summed over a window of turns at query time from plain per-packet postings, so that
appending a turn never re-indexes another. Without a window this is BM25.

Small streams are scored exactly. In a large one every turn is scored as if it had the mean length, from the postings
alone, and only the best are fetched and scored exactly.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from memdb.query.state import Scope
from memdb.query.windows import ALONE, Floats, Ints, Window, distinct, places, possible, runs, summed
from memdb.records.settings import LexicalSettings
from memdb.store import Connection, Row, sql


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns that a query touches, aligned arrays of n entries, sorted by place.

    `rows` are n rows of `query/turns.sql`; `score` is BM25 in its own unit, 0 for turns without a term. `total` and
    `squares` are the sums of the scores and of their squares over the whole stream.
    """

    rows: list[Row]
    score: Floats
    total: float
    squares: float


@dataclass(frozen=True, slots=True)
class _Hits:
    """The postings of one term: places, frequencies, and the term's weight."""

    places: Ints
    frequencies: Floats
    idf: float


def contextual_bm25(
    connection: Connection,
    streams: Sequence[Scope],
    terms: Sequence[str],
    settings: LexicalSettings,
    *,
    windowed: bool,
    at_least: int = 0,
) -> Turns:
    """Scores every turn that holds a term or has one in its window; in a large stream, the best, `at_least` so many."""
    window: Window = settings.window if windowed else ALONE
    size = sum(stream.documents for stream in streams)
    hits = _hits(connection, streams, terms, size)
    if not hits:
        return Turns([], np.zeros(0), 0.0, 0.0)
    touched = possible(distinct(np.concatenate([term.places - offset for term in hits for offset, _ in window])))
    rough = None
    if len(touched) > settings.exact_turns:
        rough = _scores(hits, touched, window, settings, np.full(len(touched), settings.k1))
        touched = np.sort(touched[np.argsort(-rough, kind="stable")[: max(settings.rough_pool, at_least)]])
    rows = _turns(connection, touched, window)
    known: Ints = places([row[0] for row in rows], [row[1] for row in rows])
    order = np.argsort(known)
    known, rows = known[order], [rows[int(n)] for n in order]
    plain = np.asarray([row[4] for row in rows], dtype=np.float64)
    mean = sum(stream.document_terms for stream in streams) / max(1, size) * sum(weight for _, weight in window)
    length = summed(known, known, plain, window)
    saturation = settings.k1 * (1 - settings.b + settings.b * length / max(1.0, mean))
    score = _scores(hits, known, window, settings, saturation)
    if rough is not None:
        # Neighbours were fetched for their length alone; one that was not chosen is no candidate.
        score[~np.isin(known, touched)] = 0.0
    overall = score if rough is None else rough
    return Turns(rows, score, float(overall.sum()), float((overall**2).sum()))


def _hits(connection: Connection, streams: Sequence[Scope], terms: Sequence[str], size: int) -> list[_Hits]:
    rows = connection.rows(sql("query/postings"), {
        "streams": json.dumps([stream.id for stream in streams]), "terms": json.dumps(list(terms), ensure_ascii=False),
    })  # fmt: skip
    if not rows:
        return []
    table = np.asarray(rows, dtype=np.int64)
    at = places(table[:, 1], table[:, 2])
    found: list[_Hits] = []
    for term in np.unique(table[:, 0]):
        mine = table[:, 0] == term
        count = int(mine.sum())
        idf = float(np.log1p((size - count + 0.5) / (count + 0.5)))
        found.append(_Hits(at[mine], table[mine, 3].astype(np.float64), idf))
    return found


def _scores(hits: list[_Hits], known: Ints, window: Window, settings: LexicalSettings, saturation: Floats) -> Floats:
    """BM25 of each known place, its term frequencies summed over its window."""
    score = np.zeros(len(known))
    for term in hits:
        frequency = summed(known, term.places, term.frequencies, window)
        score += term.idf * frequency * (settings.k1 + 1) / (frequency + saturation)
    return score


def _turns(connection: Connection, at: Ints, window: Window) -> list[Row]:
    """The rows of some places and of the turns in their windows."""
    rows = connection.rows(sql("query/turns"), {"runs": json.dumps(runs(at, window))})
    # Runs of one session may overlap once widened by the window.
    return list({(row[0], row[1]): row for row in rows}.values()) if len(window) > 1 else rows
