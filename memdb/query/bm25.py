"""Contextual BM25: a packet also answers for its neighbours in the conversation (RETRIEVAL: B).

Term frequencies and lengths are summed over a window of turns at query time from plain per-packet postings, so that
appending a turn never re-indexes another. Without a window this is BM25.

Small streams are scored exactly. In a large one every turn is scored as if it had the mean length, from the postings
alone, and only the best are fetched and scored exactly. Where those postings are many too, the rarest terms propose: a
word that stands in a fifth of all turns tells little, and is looked up only in what the others propose.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from memdb.query.state import Scope
from memdb.query.windows import ALONE, Floats, Ints, Window, distinct, places, possible, runs, summed
from memdb.records.settings import LexicalSettings
from memdb.store import Connection, Row, sql

_LEAST_VARIANCE = 1e-12


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns that a query touches, aligned arrays of n entries, sorted by place.

    `rows` are n rows of `query/turns.sql`; `score` is BM25 in its own unit, 0 for turns without a term. `unseen` is the
    score of a turn that is not among them; `mean` and `deviation` are those of all turns of the streams.
    """

    rows: list[Row]
    score: Floats
    unseen: float
    mean: float
    deviation: float


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
    rare, common = terms, dict[str, int]()
    if size > settings.exact_turns:
        rare, common = _parted(connection, streams, terms, settings.rough_postings, at_least)
    hits = _hits(connection, streams, rare, size)
    if not hits:
        return Turns([], np.zeros(0), 0.0, 0.0, 1.0)
    touched = possible(distinct(np.concatenate([term.places - offset for term in hits for offset, _ in window])))
    rough = None
    if common or len(touched) > settings.exact_turns:
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
    hits += _hits_in(connection, rows, common, size)
    score = _scores(hits, known, window, settings, saturation)
    if rough is not None:
        # Neighbours were fetched for their length alone; one that was not chosen is no candidate.
        score[~np.isin(known, touched)] = 0.0
    overall, every = score if rough is None else rough, max(size, len(rows))
    mean = float(overall.sum()) / every
    variance = float((overall**2).sum()) / every - mean**2
    typical = [_typical(count, size, window, settings) for count in common.values()]
    unseen = sum(of_term[0] for of_term in typical)
    variance += sum(of_term[1] for of_term in typical)
    return Turns(rows, score, unseen, mean + unseen, max(variance, _LEAST_VARIANCE) ** 0.5)


def _parted(
    connection: Connection, streams: Sequence[Scope], terms: Sequence[str], most: int, at_least: int
) -> tuple[list[str], dict[str, int]]:
    """The rarest terms, with at most so many postings but enough of them, and how many packets hold each other term."""
    rows = connection.rows(sql("query/posting_counts"), bindings(streams, terms))
    counts: dict[str, int] = {terms[int(place)]: int(count) for place, count in rows if count}
    rare: list[str] = []
    read = 0
    for term in sorted(counts, key=counts.__getitem__):
        if read >= max(1, at_least) and read + counts[term] > most:
            break
        rare.append(term)
        read += counts[term]
    return rare, {term: count for term, count in counts.items() if term not in rare}


def _hits(connection: Connection, streams: Sequence[Scope], terms: Sequence[str], size: int) -> list[_Hits]:
    """The postings of terms, those of each term that has any."""
    rows = connection.rows(sql("query/postings"), bindings(streams, terms))
    return [_of_term(table, size, len(table)) for table in _by_term(rows).values()]


def _hits_in(connection: Connection, rows: Sequence[Row], counts: Mapping[str, int], size: int) -> list[_Hits]:
    """The postings of terms in some turns alone; `counts` tells in how many packets of all each term is."""
    if not counts:
        return []
    terms = list(counts)
    found = connection.rows(sql("query/postings_of"), {
        "packets": json.dumps([row[2] for row in rows]), "terms": json.dumps(terms, ensure_ascii=False),
    })  # fmt: skip
    return [_of_term(table, size, counts[terms[place]]) for place, table in _by_term(found).items()]


def bindings(streams: Sequence[Scope], terms: Sequence[str]) -> dict[str, str]:
    """Streams and terms as the statements that read postings take them."""
    return {
        "streams": json.dumps([stream.id for stream in streams]),
        "terms": json.dumps(list(terms), ensure_ascii=False),
    }


def _by_term(rows: Sequence[Row]) -> dict[int, Ints]:
    """Rows of postings as one table for each term, by the term's place."""
    if not rows:
        return {}
    table = np.asarray(rows, dtype=np.int64)
    return {int(term): table[table[:, 0] == term] for term in np.unique(table[:, 0])}


def _of_term(table: Ints, size: int, count: int) -> _Hits:
    return _Hits(places(table[:, 1], table[:, 2]), table[:, 3].astype(np.float64), _weight(count, size))


def _weight(count: int, size: int) -> float:
    """The inverse document frequency of a term in so many of all packets."""
    return float(np.log1p((size - count + 0.5) / (count + 0.5)))


def _typical(count: int, size: int, window: Window, settings: LexicalSettings) -> tuple[float, float]:
    """Mean and variance of the score that a term gives to turns, as if it stood anywhere with the same likelihood.

    Sums over the 2 to the power of the window's width ways in which it can stand around a turn of mean length.
    """
    weights = np.asarray([weight for _, weight in window])
    stands = (np.arange(1 << len(window))[:, np.newaxis] >> np.arange(len(window))) & 1
    share = count / size
    likelihood = np.where(stands, share, 1 - share).prod(axis=1)
    frequency: Floats = stands.astype(np.float64) @ weights
    score = _weight(count, size) * saturated(frequency, settings.k1, settings.k1)
    mean = float(likelihood @ score)
    return mean, float(likelihood @ score**2) - mean**2


def _scores(hits: list[_Hits], known: Ints, window: Window, settings: LexicalSettings, saturation: Floats) -> Floats:
    """BM25 of each known place, its term frequencies summed over its window."""
    score = np.zeros(len(known))
    for term in hits:
        frequency = summed(known, term.places, term.frequencies, window)
        score += term.idf * saturated(frequency, settings.k1, saturation)
    return score


def saturated(frequency: Floats, k1: float, saturation: Floats | float) -> Floats:
    """What frequencies count in BM25, before the term's weight; `saturation` is k1 with the length's part in it."""
    return frequency * (k1 + 1) / (frequency + saturation)


def _turns(connection: Connection, at: Ints, window: Window) -> list[Row]:
    """The rows of some places and of the turns in their windows."""
    rows = connection.rows(sql("query/turns"), {"runs": json.dumps(runs(at, window))})
    # Runs of one session may overlap once widened by the window.
    return list({(row[0], row[1]): row for row in rows}.values()) if len(window) > 1 else rows
