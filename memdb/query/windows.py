"""Windows of turns: what a turn's neighbours in its session add to it (RETRIEVAL: the window)."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Window = tuple[tuple[int, float], ...]
ALONE: Window = ((0, 1.0),)
"""No window: a record stands for itself."""

_SHIFT = 32  # a turn's place is one integer: session id above, turn index below
_TURN = (1 << _SHIFT) - 1
_GAP = 16  # turns; places closer than this are fetched as one run


def places(sessions: Ints | Sequence[int], turns: Ints | Sequence[int]) -> Ints:
    """Where turns stand, as integers in the order of sessions and turns."""
    return (np.asarray(sessions, dtype=np.int64) << _SHIFT) + np.asarray(turns, dtype=np.int64)


def possible(known: Ints) -> Ints:
    """The places that a session can have: an offset may lead before its first turn."""
    return known[known & _TURN < _TURN // 2]


def runs(known: Ints, window: Window) -> list[list[int]]:
    """Some sorted places with their windows, as runs of neighbours: [session id, first turn, last turn]."""
    reach = max(abs(offset) for offset, _ in window)
    starts = np.flatnonzero(np.diff(known, prepend=known[0] - _GAP - 1) > min(_GAP, 2 * reach + 1))
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
        values: of shape (m,) or (m, width).
        window: offsets in turns and their weights.
    """
    total = np.zeros((len(known), *values.shape[1:]))
    for offset, weight in window:
        to, inside = _reached(known, at, offset)
        total[to] += weight * values[inside]
    return total


def largest(known: Ints, at: Ints, values: Floats, window: Window) -> Floats:
    """For each known place, the largest weighted value that its window covers, as `summed`; at least 0."""
    top = np.zeros((len(known), *values.shape[1:]))
    for offset, weight in window:
        to, inside = _reached(known, at, offset)
        top[to] = np.maximum(top[to], weight * values[inside])
    return top


def _reached(known: Ints, at: Ints, offset: int) -> tuple[Ints, npt.NDArray[np.bool_]]:
    """Which known places have a value at an offset from them, and which of the values those are."""
    to = np.searchsorted(known, at - offset)
    inside = to < len(known)
    inside[inside] = known[to[inside]] == at[inside] - offset
    return to[inside], inside
