"""Contextual BM25: a packet also answers for its neighbours in the conversation (RETRIEVAL: B).

Term frequencies and lengths are summed over a window of turns at query time from plain per-packet postings, so that
appending a turn never re-indexes another. Without a window this is BM25.
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

_SHIFT = 32  # a turn's place is one integer: session id above, turn index below
_GAP = 16  # turns; runs of hits closer than this are fetched as one


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns that a query touches, aligned arrays of n entries, sorted by place.

    `rows` are the n rows of `query/turns.sql`; `score` is BM25 in its own unit, 0 for turns without a term.
    """

    rows: list[Row]
    score: Floats


def contextual_bm25(
    connection: Connection, streams: Sequence[Scope], terms: Sequence[str], settings: LexicalSettings, *, windowed: bool
) -> Turns:
    """Scores every turn that holds a term or has one in its window."""
    window = settings.window if windowed else ((0, 1.0),)
    postings = connection.rows(sql("query/postings"), {
        "streams": json.dumps([stream.id for stream in streams]), "terms": json.dumps(list(terms), ensure_ascii=False),
    })  # fmt: skip
    if not postings:
        return Turns([], np.zeros(0))
    table = np.asarray(postings, dtype=np.int64)
    places = (table[:, 2] << _SHIFT) + table[:, 3]
    rows = _turns(connection, places, window)
    known: Ints = np.asarray([(row[0] << _SHIFT) + row[1] for row in rows], dtype=np.int64)
    order = np.argsort(known)
    known, rows = known[order], [rows[int(n)] for n in order]
    plain = np.asarray([row[4] for row in rows], dtype=np.float64)
    length = _summed(known, known, plain, window)
    size = sum(stream.documents for stream in streams)
    mean = sum(stream.document_terms for stream in streams) / max(1, size) * sum(weight for _, weight in window)
    saturation = settings.k1 * (1 - settings.b + settings.b * length / max(1.0, mean))
    score = np.zeros(len(known))
    for term in range(len(terms)):
        mine = table[:, 0] == term
        found = int(mine.sum())
        if found:
            frequency = _summed(known, places[mine], table[mine, 4].astype(np.float64), window)
            idf = np.log1p((size - found + 0.5) / (found + 0.5))
            score += idf * frequency * (settings.k1 + 1) / (frequency + saturation)
    return Turns(rows, score)


def _turns(connection: Connection, places: Ints, window: tuple[tuple[int, float], ...]) -> list[Row]:
    """The rows of all turns within reach of some places, fetched as runs of neighbours."""
    reach = max(abs(offset) for offset, _ in window)
    distinct = np.unique(places)
    starts = np.flatnonzero(np.diff(distinct, prepend=distinct[0] - _GAP - 1) > _GAP)
    ends = np.append(starts[1:], len(distinct)) - 1
    mask = (1 << _SHIFT) - 1
    runs = [
        [
            int(distinct[start]) >> _SHIFT,
            (int(distinct[start]) & mask) - 2 * reach,
            (int(distinct[end]) & mask) + 2 * reach,
        ]
        for start, end in zip(starts, ends, strict=True)
    ]
    rows = connection.rows(sql("query/turns"), {"runs": json.dumps(runs)})
    # Runs of one session may overlap once widened by the window.
    return list({(row[0], row[1]): row for row in rows}.values()) if reach else rows


def _summed(known: Ints, places: Ints, values: Floats, window: tuple[tuple[int, float], ...]) -> Floats:
    """For each known place, the weighted sum of the values that its window covers."""
    total = np.zeros(len(known))
    for offset, weight in window:
        at = np.searchsorted(known, places - offset)
        inside = at < len(known)
        inside[inside] = known[at[inside]] == places[inside] - offset
        np.add.at(total, at[inside], weight * values[inside])
    return total
