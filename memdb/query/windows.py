"""Windows of turns: what a turn's neighbours in its session add to it (RETRIEVAL: the window)."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.floating[Any]]
Ints = npt.NDArray[np.int64]
Window = tuple[tuple[int, float], ...]
ALONE: Window = ((0, 1.0),)
"""No window: a record stands for itself."""

_SHIFT = 32  # a turn's place is one integer: session id above, turn index below
_TURN = (1 << _SHIFT) - 1
_BLOCK = 32  # places; a larger matrix would be spread over threads, which costs more than it saves


def places(sessions: Ints | Sequence[int], turns: Ints | Sequence[int]) -> Ints:
    """Where turns stand, as integers in the order of sessions and turns."""
    return (np.asarray(sessions, dtype=np.int64) << _SHIFT) + np.asarray(turns, dtype=np.int64)


def possible(known: Ints) -> Ints:
    """The places that a session can have: an offset may lead before its first turn."""
    return known[known & _TURN < _TURN // 2]


def runs(known: Ints, window: Window) -> list[list[int]]:
    """Some sorted places with their windows, as runs of neighbours: [session id, first turn, last turn].

    No two runs share a turn.
    """
    reach = _reach(window)
    starts = np.flatnonzero(np.diff(known, prepend=known[0] - _TURN) > 2 * reach + 1)
    ends = np.append(starts[1:], len(known)) - 1
    return [
        [int(known[start]) >> _SHIFT, (int(known[start]) & _TURN) - reach, (int(known[end]) & _TURN) + reach]
        for start, end in zip(starts, ends, strict=True)
    ]


def summed(known: Ints, at: Ints, values: Floats, window: Window) -> Floats:
    """For each known place, the weighted sum of the values that its window covers.

    Args:
        known: n sorted places.
        at: the m places of the values, each once.
        values: of shape (m,).
        window: offsets in turns and their weights.
    """
    total = np.zeros(len(known))
    for offset, weight in window:
        to, inside = _reached(known, at, offset)
        total[to] += weight * values[inside]
    return total


def largest(known: Ints, values: Floats, window: Window) -> Floats:
    """For each known place, the largest weighted value of its window in each column, at least 0.

    Args:
        known: n sorted places, each once.
        values: of shape (n, width).
        window: as for `summed`.
    """
    top = np.zeros_like(values)
    for offset, weight in window:
        to, inside = _reached(known, known, offset)
        top[to] = np.maximum(top[to], weight * values[inside])
    return top


def mixed(at: Ints, known: Ints, values: Floats, window: Window) -> Iterator[tuple[slice, Floats]]:
    """For some places, the weighted sums of the rows that their windows cover, as `summed` but quick for wide rows.

    Args:
        at: m sorted places.
        known: n sorted places, each once.
        values: of shape (n, width), the rows of the known places.
        window: as for `summed`.

    Yields:
        Block by block, which of the m places, and their sums.
    """
    reach = _reach(window)
    weights = np.zeros(2 * reach + 2, dtype=values.dtype)  # by distance; the last is that of whatever is farther
    for offset, weight in window:
        weights[offset + reach] = weight
    # A block of places has its neighbours in one stretch, so that it is one small product of matrices.
    starts = np.arange(0, len(at), _BLOCK)
    ends = np.minimum(starts + _BLOCK, len(at))
    firsts = np.searchsorted(known, at[starts] - reach)
    lasts = np.searchsorted(known, at[ends - 1] + reach, side="right")
    for start, end, first, last in zip(starts.tolist(), ends.tolist(), firsts.tolist(), lasts.tolist(), strict=True):
        distance = known[first:last] - at[start:end, None] + reach
        distance[(distance < 0) | (distance > 2 * reach)] = -1
        yield slice(start, end), weights[distance] @ values[first:last]


def distinct(values: Ints) -> Ints:
    """The different values, sorted: `numpy.unique`, which hashes, takes ten times as long."""
    values = np.sort(values)
    return values[np.flatnonzero(np.diff(values, prepend=values[:1] - 1))]


def _reach(window: Window) -> int:
    return max(abs(offset) for offset, _ in window)


def _reached(known: Ints, at: Ints, offset: int) -> tuple[Ints, npt.NDArray[np.bool_]]:
    """Which known places have a value at an offset from them, and which of the values those are."""
    to = np.searchsorted(known, at - offset)
    inside = to < len(known)
    inside[inside] = known[to[inside]] == at[inside] - offset
    return to[inside], inside
