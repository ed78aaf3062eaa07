"""Cosines of packets with a question, their vectors mixed with those of their neighbours (RETRIEVAL: D)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from memdb.query.windows import Floats, Ints, Window, distinct, mixed, places, runs
from memdb.records.vectors import unit, unpack_directions
from memdb.store import Connection, Row, sql


@dataclass(frozen=True, slots=True)
class Cosines:
    """n packets with their cosines; `moments` holds when each was there: its position and `said_at`."""

    packets: Ints
    values: Floats
    moments: list[tuple[int, str | None]]


def of_streams(
    connection: Connection, streams: Sequence[int], embedder_id: int, question: Floats, window: Window
) -> Cosines:
    """The cosines of all packets of some streams that the embedder has read."""
    rows = connection.rows(sql("vectors/of_streams"), {
        "streams": json.dumps(list(streams)), "embedder_id": embedder_id, "dimension": len(question),
    })  # fmt: skip
    return _cosines(rows, {row[2]: row[4:] for row in rows}, question, window)


def of_packets(
    connection: Connection, packets: Sequence[int], embedder_id: int, question: Floats, window: Window
) -> Cosines:
    """The cosines of those packets that the embedder has read; those in their windows are looked at too."""
    stand = connection.rows(sql("vectors/places"), {"packets": json.dumps(list(packets))})
    if not stand:
        return _cosines([], {}, question, window)
    at = distinct(places([row[0] for row in stand], [row[1] for row in stand]))
    rows = connection.rows(sql("vectors/of_runs"), {
        "runs": json.dumps(runs(at, window)), "embedder_id": embedder_id, "dimension": len(question),
    })  # fmt: skip
    return _cosines(rows, {row[2]: row[4:] for row in stand}, question, window)


def _cosines(rows: list[Row], moments: dict[int, tuple[int, str | None]], question: Floats, window: Window) -> Cosines:
    """The cosine of each packet whose moment is known, that of its best piece, among rows that begin as `of_runs`'s."""
    if not rows:
        return Cosines(np.zeros(0, np.int64), np.zeros(0), [])
    at = places([row[0] for row in rows], [row[1] for row in rows])
    order = np.argsort(at, kind="stable")
    rows = [rows[int(n)] for n in order]
    first, best = _windowed(at[order], unpack_directions([row[3] for row in rows], len(question)), question, window)
    found = [(rows[int(n)][2], cosine) for n, cosine in zip(first, best.tolist(), strict=True)]
    kept = [(packet, cosine) for packet, cosine in found if packet in moments]
    return Cosines(
        np.asarray([packet for packet, _ in kept], dtype=np.int64),
        np.asarray([cosine for _, cosine in kept]),
        [moments[packet] for packet, _ in kept],
    )


def _windowed(at: Ints, vectors: Floats, question: Floats, window: Window) -> tuple[Ints, Floats]:
    """Where the vectors of each of some sorted places begin, and the best cosine of one mixed with those around it."""
    known, first = np.unique(at, return_index=True)
    own = dict(window)[0]
    others = tuple((offset, weight) for offset, weight in window if offset)
    cosines = vectors @ question if not others else np.empty(len(at), dtype=vectors.dtype)
    if others:
        # A long packet has several pieces: each is compared by itself, and its neighbours see their mean.
        whole = vectors if len(known) == len(at) else unit(np.add.reduceat(vectors, first))
        for block, near in mixed(at, known, whole, others):
            together = near + own * vectors[block]
            cosines[block] = together @ question / np.maximum(np.linalg.norm(together, axis=1), 1e-9)
    return first, np.maximum.reduceat(cosines, first)
