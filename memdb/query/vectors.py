"""Cosines of packets with a question, their vectors mixed with those of their neighbours (RETRIEVAL: D)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from memdb.query.windows import Floats, Ints, Window, places, runs, summed
from memdb.records.vectors import unpack_directions
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
    """The cosines of all packets of some streams."""
    rows = connection.rows(
        sql("vectors/of_streams"), {"streams": json.dumps(list(streams)), "embedder_id": embedder_id}
    )
    return _cosines(rows, question, window)


def of_packets(
    connection: Connection, packets: Sequence[int], embedder_id: int, question: Floats, window: Window
) -> Cosines:
    """The cosines of some packets, for which those in their windows are fetched too."""
    stand = connection.rows(sql("vectors/places"), {"packets": json.dumps(sorted(packets))})
    if not stand:
        return Cosines([], np.zeros(0, np.int64), np.zeros(0))
    at = np.unique(places([row[0] for row in stand], [row[1] for row in stand]))
    rows = connection.rows(sql("vectors/of_runs"), {"runs": json.dumps(runs(at, window)), "embedder_id": embedder_id})
    found = _cosines(list({(row[2], row[5]): row for row in rows}.values()), question, window)
    wanted = np.isin(found.packets, np.asarray(packets, dtype=np.int64))
    kept = np.flatnonzero(wanted)
    return Cosines([found.rows[int(n)] for n in kept], found.packets[kept], found.values[kept])


def _cosines(rows: list[Row], question: Floats, window: Window) -> Cosines:
    if not rows:
        return Cosines([], np.zeros(0, np.int64), np.zeros(0))
    rows.sort(key=lambda row: (row[0], row[1], row[5]))
    vectors = unpack_directions([row[6] for row in rows], len(question))
    at = places([row[0] for row in rows], [row[1] for row in rows])
    known, first, owner = np.unique(at, return_index=True, return_inverse=True)
    # A long packet has several pieces: each is compared by itself, and its neighbours see their mean.
    whole = np.zeros((len(known), len(question)))
    np.add.at(whole, owner, vectors)
    whole /= np.maximum(np.linalg.norm(whole, axis=1, keepdims=True), 1e-9)
    near = summed(known, known, whole, tuple((offset, weight) for offset, weight in window if offset))
    mixed = near[owner] + vectors
    cosine = mixed @ question / np.maximum(np.linalg.norm(mixed, axis=1), 1e-9)
    best = np.full(len(known), -1.0)
    np.maximum.at(best, owner, cosine)
    kept = [rows[int(n)] for n in first]
    return Cosines(kept, np.asarray([row[2] for row in kept], dtype=np.int64), best)
