"""Cosines of packets with a question, their vectors mixed with those of their neighbours (RETRIEVAL: D)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from memdb.query.windows import Floats, Ints, Window, mixed, places, runs
from memdb.records.vectors import unit, unpack_directions
from memdb.store import Connection, Row, sql


@dataclass(frozen=True, slots=True)
class Cosines:
    """n packets with their cosine, `rows` as (session_id, turn_index, packet_id, position, said_at)."""

    rows: list[Row]
    packets: Ints
    values: Floats


def of_streams(
    connection: Connection, streams: Sequence[int], embedder_id: int, question: Floats, window: Window
) -> Cosines:
    """The cosines of all packets of some streams that the embedder has read."""
    rows = connection.rows(sql("vectors/of_streams"), {
        "streams": json.dumps(list(streams)), "embedder_id": embedder_id, "dimension": len(question),
    })  # fmt: skip
    return _cosines(rows, question, window)


def of_packets(
    connection: Connection, packets: Sequence[int], embedder_id: int, question: Floats, window: Window
) -> Cosines:
    """The cosines of those packets that the embedder has read, for which those in their windows are fetched too."""
    stand = connection.rows(sql("vectors/places"), {"packets": json.dumps(list(packets))})
    if not stand:
        return _cosines([], question, window)
    at = np.unique(places([row[0] for row in stand], [row[1] for row in stand]))
    rows = connection.rows(sql("vectors/of_runs"), {
        "runs": json.dumps(runs(at, window)), "embedder_id": embedder_id, "dimension": len(question),
    })  # fmt: skip
    found = _cosines(rows, question, window)
    kept = np.flatnonzero(np.isin(found.packets, np.asarray(packets, dtype=np.int64)))
    return Cosines([found.rows[int(n)] for n in kept], found.packets[kept], found.values[kept])


def _cosines(rows: list[Row], question: Floats, window: Window) -> Cosines:
    """The cosine of each packet among some rows, that of its best piece."""
    if not rows:
        return Cosines([], np.zeros(0, np.int64), np.zeros(0))
    at = places([row[0] for row in rows], [row[1] for row in rows])
    order = np.argsort(at, kind="stable")
    vectors = unpack_directions([rows[int(n)][5] for n in order], len(question))
    known, first, pieces = np.unique(at[order], return_index=True, return_counts=True)
    together = dict(window)[0] * vectors
    if others := tuple((offset, weight) for offset, weight in window if offset):
        # A long packet has several pieces: each is compared by itself, and its neighbours see their mean.
        whole = unit(np.add.reduceat(vectors, first))
        together += np.repeat(mixed(known, whole, others), pieces, axis=0)
    cosine = together @ question / np.maximum(np.linalg.norm(together, axis=1), 1e-9)
    kept = [rows[int(n)] for n in order[first]]
    best = np.maximum.reduceat(cosine, first).astype(np.float64)
    return Cosines(kept, np.asarray([row[2] for row in kept], dtype=np.int64), best)
