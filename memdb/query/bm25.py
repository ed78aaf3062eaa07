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
import numpy.typing as npt

from memdb.query.state import Scope
from memdb.records.settings import LexicalSettings
from memdb.store import Connection, Row, sql

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Window = tuple[tuple[int, float], ...]

_SHIFT = 32  # a turn's place is one integer: session id above, turn index below
_TURN = (1 << _SHIFT) - 1
_GAP = 16  # turns; hits closer than this are fetched as one run


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
    window: Window = settings.window if windowed else ((0, 1.0),)
    size = sum(stream.documents for stream in streams)
    hits = _hits(connection, streams, terms, size)
    if not hits:
        return Turns([], np.zeros(0), 0.0, 0.0)
    touched = np.unique(np.concatenate([term.places - offset for term in hits for offset, _ in window]))
    touched = touched[touched & _TURN < _TURN // 2]  # the rest would lie before the first turn of a session
    rough = None
    if len(touched) > settings.exact_turns:
        rough = _scores(hits, touched, window, settings, np.full(len(touched), settings.k1))
        touched = np.sort(touched[np.argsort(-rough, kind="stable")[: max(settings.rough_pool, at_least)]])
    rows = _turns(connection, touched, window)
    known: Ints = np.asarray([(row[0] << _SHIFT) + row[1] for row in rows], dtype=np.int64)
    order = np.argsort(known)
    known, rows = known[order], [rows[int(n)] for n in order]
    plain = np.asarray([row[4] for row in rows], dtype=np.float64)
    mean = sum(stream.document_terms for stream in streams) / max(1, size) * sum(weight for _, weight in window)
    length = _summed(known, known, plain, window)
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
    places = (table[:, 1] << _SHIFT) + table[:, 2]
    found: list[_Hits] = []
    for term in np.unique(table[:, 0]):
        mine = table[:, 0] == term
        count = int(mine.sum())
        idf = float(np.log1p((size - count + 0.5) / (count + 0.5)))
        found.append(_Hits(places[mine], table[mine, 3].astype(np.float64), idf))
    return found


def _scores(hits: list[_Hits], known: Ints, window: Window, settings: LexicalSettings, saturation: Floats) -> Floats:
    """BM25 of each known place, its term frequencies summed over its window."""
    score = np.zeros(len(known))
    for term in hits:
        frequency = _summed(known, term.places, term.frequencies, window)
        score += term.idf * frequency * (settings.k1 + 1) / (frequency + saturation)
    return score


def _turns(connection: Connection, places: Ints, window: Window) -> list[Row]:
    """The rows of some places and of the turns in their windows, fetched as runs of neighbours."""
    reach = max(abs(offset) for offset, _ in window)
    starts = np.flatnonzero(np.diff(places, prepend=places[0] - _GAP - 1) > min(_GAP, 2 * reach + 1))
    ends = np.append(starts[1:], len(places)) - 1
    runs = [
        [int(places[start]) >> _SHIFT, (int(places[start]) & _TURN) - reach, (int(places[end]) & _TURN) + reach]
        for start, end in zip(starts, ends, strict=True)
    ]
    rows = connection.rows(sql("query/turns"), {"runs": json.dumps(runs)})
    # Runs of one session may overlap once widened by the window.
    return list({(row[0], row[1]): row for row in rows}.values()) if reach else rows


def _summed(known: Ints, places: Ints, values: Floats, window: Window) -> Floats:
    """For each known place, the weighted sum of the values that its window covers."""
    total = np.zeros(len(known))
    for offset, weight in window:
        at = np.searchsorted(known, places - offset)
        inside = at < len(known)
        inside[inside] = known[at[inside]] == places[inside] - offset
        np.add.at(total, at[inside], weight * values[inside])
    return total
