"""How vectors lie in the file: directions and token states as signed bytes."""

from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Float = TypeVar("Float", bound=np.floating[Any])
Floats: TypeAlias = NDArray[np.floating[Any]]
Ints: TypeAlias = NDArray[np.int64]

_LARGEST = 127
_TINY = 1e-9


def unit(vectors: NDArray[Float]) -> NDArray[Float]:
    """Vectors of shape (vectors, dimension) at length 1; what is all zeros stays so."""
    scaled: NDArray[Float] = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), _TINY)
    return scaled


def pack_direction(vector: Floats) -> bytes:
    """A vector as signed bytes, its largest component 127: its direction is kept, its length is not."""
    largest = float(np.abs(vector).max(initial=0.0)) or 1.0
    return np.round(vector / largest * _LARGEST).astype(np.int8).tobytes()


def unpack_directions(packed: Sequence[bytes], dimension: int) -> Floats:
    """Packed vectors as unit vectors of shape (vectors, dimension); what was all zeros stays so."""
    values = np.frombuffer(b"".join(packed), np.int8).reshape(len(packed), dimension)
    return unit(values.astype(np.float32))


def pack_states(ids: Ints, states: Floats) -> tuple[bytes, bytes]:
    """Token states as 16-bit ids, and for each token a 16-bit scale before its signed bytes.

    Larger ids wrap around: they only tell how common a token is.
    """
    scale = np.abs(states).max(axis=1, initial=0.0) / _LARGEST
    packed = np.zeros(len(ids), dtype=_state(states.shape[1]))
    packed["scale"] = scale
    # Against the scale as it is kept, which has fewer digits: no value gains their error.
    kept = packed["scale"].astype(np.float32)[:, None]
    packed["values"] = np.clip(np.round(states / np.where(kept > 0, kept, 1)), -_LARGEST, _LARGEST)
    return pack_ids(ids).tobytes(), packed.tobytes()


def pack_ids(ids: Ints) -> NDArray[np.uint16]:
    """The ids of tokens as they are kept."""
    return (ids & 0xFFFF).astype("<u2")


def unpack_ids(packed: Sequence[bytes]) -> tuple[NDArray[np.uint16], Ints]:
    """The ids of several texts one after the other, and how many each has."""
    joined = b"".join(packed)
    return np.frombuffer(joined, "<u2"), np.asarray([len(one) for one in packed], dtype=np.int64) // 2


def unpack_states(packed: Sequence[bytes], width: int) -> tuple[Floats, Ints]:
    """The states of several texts one after the other, of shape (tokens, width), and how many each has."""
    form = _state(width)
    states = np.frombuffer(b"".join(packed), form)
    counts = np.asarray([len(one) for one in packed], dtype=np.int64) // form.itemsize
    return states["values"] * states["scale"].astype(np.float32)[:, None], counts


def state_bytes(width: int) -> int:
    """How many bytes the state of a token takes."""
    return _state(width).itemsize


def _state(width: int) -> np.dtype[np.void]:
    return np.dtype([("scale", "<f2"), ("values", "i1", (width,))])
