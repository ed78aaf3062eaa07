"""Late interaction: how well some token of a packet or its neighbours meets each token of a question (RETRIEVAL: M)."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from operator import itemgetter

import numpy as np

from memdb.models import TokenStates
from memdb.query.channel import ChannelScores
from memdb.query.windows import ALONE, Floats, Ints, Window, distinct, largest, places, runs
from memdb.records.vectors import pack_ids, state_bytes, unit, unpack_ids, unpack_states
from memdb.store import Connection, Row, sql

_BLOCK = 256  # tokens; a larger product would be spread over threads, which costs more than it saves


@dataclass(frozen=True, slots=True)
class Question:
    """The tokens of a question: `states` of shape (tokens, width), and how much each counts."""

    states: Floats
    weights: Floats


def weighed(connection: Connection, asked: TokenStates, packets: Sequence[int]) -> Question:
    """A question whose tokens count by how rare they are among the tokens of some packets."""
    rows = connection.rows(sql("vectors/tokens"), {"packets": json.dumps(list(packets))})
    tokens, counts = unpack_ids([row[1] for row in rows])
    owners = np.repeat(np.asarray([row[0] for row in rows], dtype=np.int64), counts)
    held = len({row[0] for row in rows})
    having = np.asarray([len(distinct(owners[tokens == one])) for one in pack_ids(asked.ids)])
    return Question(asked.states, np.maximum(np.log1p((held - having + 0.5) / (having + 0.5)), 0.0))


def interactions(
    connection: Connection,
    question: Question,
    packets: Sequence[int],
    *,
    talk: Collection[int],
    window: Window,
    threshold: float,
) -> ChannelScores:
    """The late interaction of a question with packets, in no unit; a packet without states has 0.

    Args:
        connection: to the file.
        question: what is asked.
        packets: ids, each once.
        talk: the ids of those streams in which a packet's neighbours answer for it.
        window: how far, and with what weight.
        threshold: what a cosine must exceed to count.
    """
    groups = _groups(connection, packets, talk, window)
    rows = _with_near(connection, groups, question.states.shape[1])
    if not rows:
        return ChannelScores(np.zeros(0, np.int64), np.zeros(0), 0.0)
    states, counts = unpack_states([row[3] for row in rows], question.states.shape[1])
    met = _met(states, question, threshold)
    known, first = np.unique(places([row[0] for row in rows], [row[1] for row in rows]), return_index=True)
    best = np.maximum.reduceat(met, (np.cumsum(counts) - counts)[first])
    of_place = np.asarray([rows[int(n)][2] for n in first], dtype=np.int64)
    parts = [(np.isin(known, at), largest(known, best, near) @ question.weights) for at, near in groups]
    found = np.concatenate([of_place[mine] for mine, _ in parts])
    order = np.argsort(found)
    return ChannelScores(found[order], np.concatenate([values[mine] for mine, values in parts])[order], 0.0)


def _groups(
    connection: Connection, packets: Sequence[int], talk: Collection[int], window: Window
) -> list[tuple[Ints, Window]]:
    """Where packets stand, sorted: those of talk with the window, the others alone."""
    rows = connection.rows(sql("vectors/places"), {"packets": json.dumps(list(packets))})
    said = [row for row in rows if row[3] in talk]
    rest = [row for row in rows if row[3] not in talk]
    return [
        (np.sort(places([row[0] for row in group], [row[1] for row in group])), near)
        for group, near in ((said, window), (rest, ALONE))
        if group
    ]


def _with_near(connection: Connection, groups: Sequence[tuple[Ints, Window]], width: int) -> list[Row]:
    """The rows of `vectors/states_of_runs.sql` for some packets and those in their windows, in the order of places."""
    rows: list[Row] = []
    for at, window in groups:
        of = {"runs": json.dumps(runs(at, window)), "bytes": state_bytes(width)}
        rows += connection.rows(sql("vectors/states_of_runs"), of)
    rows.sort(key=itemgetter(0, 1))
    return rows


def _met(states: Floats, question: Question, threshold: float) -> Floats:
    """By how much the cosine of each state with each of the question's exceeds the threshold."""
    # States of one corpus share a direction that tells nothing: its mean is taken out.
    centre = states.mean(axis=0)
    asked = unit(question.states - centre).T
    met = np.empty((len(states), asked.shape[1]), dtype=np.float32)
    for start in range(0, len(states), _BLOCK):
        met[start : start + _BLOCK] = unit(states[start : start + _BLOCK] - centre) @ asked
    above: Floats = np.maximum(met - threshold, 0.0)
    return above
