"""How vectors lie in the file: directions and token states as signed bytes."""

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

Floats: TypeAlias = "NDArray[np.floating[Any]]"
Ints: TypeAlias = "NDArray[np.int64]"

_LARGEST = 127


def pack_direction(vector: Floats) -> bytes:
    """A vector as signed bytes, its largest component 127: the direction is kept to a thousandth, the length is not."""
    largest = float(np.abs(vector).max(initial=0.0)) or 1.0
    return np.round(vector * (_LARGEST / largest)).astype(np.int8).tobytes()


def unpack_directions(packed: list[bytes], dimension: int) -> Floats:
    """Packed vectors as unit vectors of shape (vectors, dimension); what was all zeros stays so."""
    values = np.frombuffer(b"".join(packed), np.int8).reshape(len(packed), dimension).astype(np.float32)
    length = np.linalg.norm(values, axis=1, keepdims=True)
    return values / np.where(length > 0, length, 1)


def pack_states(ids: Ints, states: Floats) -> tuple[bytes, bytes]:
    """Token states as 16-bit ids, and for each token a 16-bit scale before its signed bytes."""
    scale = np.abs(states).max(axis=1, initial=1e-6) / _LARGEST
    packed = np.empty(len(ids), dtype=_state(states.shape[1]))
    packed["scale"] = scale
    packed["values"] = np.round(states / scale[:, None])
    return ids.astype("<u2").tobytes(), packed.tobytes()


def unpack_states(tokens: bytes, states: bytes, width: int) -> tuple[Ints, Floats]:
    """The ids and states that `pack_states` packed, the states of shape (tokens, width)."""
    packed = np.frombuffer(states, dtype=_state(width))
    return np.frombuffer(tokens, "<u2").astype(np.int64), packed["values"] * packed["scale"].astype(np.float32)[:, None]


def _state(width: int) -> np.dtype[np.void]:
    return np.dtype([("scale", "<f2"), ("values", "i1", (width,))])
