"""Late interaction: how well some token of a packet or its neighbours meets each token of a question (RETRIEVAL: M)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from memdb.models import TokenStates
from memdb.query.windows import ALONE, Floats, Ints, Window, largest, places, runs
from memdb.records.vectors import unpack_states
from memdb.store import Connection, Row, sql


@dataclass(frozen=True, slots=True)
class Question:
    """The tokens of a question: `ids` of shape (tokens,), `states` of shape (tokens, width), and each one's weight."""

    ids: Ints
    states: Floats
    weights: Floats


def weighed(connection: Connection, question: TokenStates, packets: Sequence[int]) -> Question:
    """A question whose tokens count by how rare they are among the tokens of some packets."""
    rows = connection.rows(sql("vectors/tokens"), {"packets": json.dumps(list(packets))})
    held = [np.unique(np.frombuffer(tokens, "<u2")) for (tokens,) in rows]
    counts = np.bincount(np.concatenate(held), minlength=1 << 16) if held else np.zeros(1 << 16, np.int64)
    count = counts[question.ids]
    weights = np.log1p((len(held) - count + 0.5) / (count + 0.5))
    return Question(question.ids, question.states.astype(np.float64), np.maximum(weights, 0.0))


def interactions(
    connection: Connection, question: Question, groups: Sequence[tuple[Sequence[int], Window]], threshold: float
) -> dict[int, float]:
    """The late interaction of a question with some packets, each group with its window; without states it is 0."""
    stands = [_with_near(connection, packets, window) for packets, window in groups]
    known = sorted({row[2] for rows in stands for row in rows})
    owners, states = _states(connection, known, question.states.shape[1])
    if not len(owners):
        return {}
    # States of one corpus share a direction that tells nothing: its mean is taken out.
    centre = states.mean(axis=0)
    met = _unit(states - centre) @ _unit(question.states - centre).T
    met = np.maximum(met - threshold, 0.0)
    starts = np.flatnonzero(np.diff(owners, prepend=-1))
    best = np.maximum.reduceat(met, starts)
    row_of = {int(owner): n for n, owner in enumerate(owners[starts])}
    found: dict[int, float] = {}
    for (packets, window), near in zip(groups, stands, strict=True):
        rows = sorted(row for row in near if row[2] in row_of)
        if rows:
            at = places([row[0] for row in rows], [row[1] for row in rows])
            values = best[[row_of[row[2]] for row in rows]]
            totals = largest(at, at, values, window) @ question.weights
            wanted = set(packets)
            found |= {row[2]: float(one) for row, one in zip(rows, totals, strict=True) if row[2] in wanted}
    return found


def _with_near(connection: Connection, packets: Sequence[int], window: Window) -> list[Row]:
    """Where some packets and those in their windows stand: (session_id, turn_index, packet_id)."""
    stand = [row[:3] for row in connection.rows(sql("vectors/places"), {"packets": json.dumps(list(packets))})]
    if window == ALONE or not stand:
        return stand
    at = np.unique(places([row[0] for row in stand], [row[1] for row in stand]))
    return list(set(connection.rows(sql("vectors/turns_of_runs"), {"runs": json.dumps(runs(at, window))})))


def _states(connection: Connection, packets: Sequence[int], width: int) -> tuple[Ints, Floats]:
    """The states of all tokens of some packets, and the packet of each, sorted by packet."""
    rows = connection.rows(sql("vectors/states"), {"packets": json.dumps(list(packets))})
    unpacked = [(packet, unpack_states(tokens, states, width)[1]) for packet, tokens, states in rows]
    unpacked = [(packet, states) for packet, states in unpacked if len(states)]
    if not unpacked:
        return np.zeros(0, np.int64), np.zeros((0, width))
    unpacked.sort(key=lambda one: one[0])
    owners = np.repeat([packet for packet, _ in unpacked], [len(states) for _, states in unpacked])
    return owners, np.concatenate([states for _, states in unpacked])


def _unit(vectors: Floats) -> Floats:
    unit: Floats = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    return unit
