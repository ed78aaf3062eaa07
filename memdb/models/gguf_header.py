"""Reads the header of a GGUF file, whatever it holds: counts, names and values, all within bounds.

The header is a list of typed values (`kv`) and one of tensors. Nothing is loaded or mapped: the file is read in pieces
up to the end of its header, and a header that is longer than any real one is refused.
"""

import os
import struct
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import BinaryIO, TypeAlias

from memdb.errors import ModelError

Scalar: TypeAlias = int | float | bool | str

_LONGEST = 32 * 1024 * 1024  # bytes of a header: a vocabulary of 260,000 words with its merges takes 20 million
_LONGEST_KEY = 65_535  # bytes, by the format
_LONGEST_TEXT = 1024 * 1024  # bytes of one value that is kept; chat templates take some 10,000
_PIECE = 1024 * 1024  # bytes read at once
_MOST_VALUES = 10_000
_MOST_TENSORS = 100_000
_MOST_TEXTS = 4_000_000  # of one list; the longest vocabularies have less than a million
_MOST_DIMENSIONS = 4
_VERSIONS = (2, 3)

# The format's value types: their numbers, and how a fixed one is written.
_FIXED = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9
_LENGTH = struct.Struct("<Q")


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a header says: the values asked for, the names of all values, and the tensors' numbers of weights.

    The last tensor begins after the byte `last_tensor`: a file whose `size` is less was cut short.
    """

    values: dict[str, Scalar]
    names: frozenset[str]
    tensors: tuple[int, ...]
    last_tensor: int
    size: int


def read_header(path: Path, wanted: AbstractSet[str], suffixes: tuple[str, ...]) -> Header:
    """The header of the file; kept are the single values whose names are `wanted` or end in one of `suffixes`.

    Raises:
        ModelError: the file cannot be read, is no GGUF file, or its header is damaged or not plausible.
    """
    try:
        with path.open("rb") as file:
            return _header(_Reader(file), wanted, suffixes, os.fstat(file.fileno()).st_size)
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror or error}") from error
    except _BadHeaderError as error:
        raise ModelError(f"{path} {error}") from error


class _BadHeaderError(Exception):
    """What is wrong with a header, as the rest of a sentence that begins with its path."""


def _header(reader: "_Reader", wanted: AbstractSet[str], suffixes: tuple[str, ...], size: int) -> Header:
    tensor_count, value_count = _counts(reader)
    values: dict[str, Scalar] = {}
    names: set[str] = set()
    for _ in range(value_count):
        name = reader.text(_LONGEST_KEY)
        names.add(name)
        value = _value(reader, keep=name in wanted or name.endswith(suffixes))
        if value is not None:
            values[name] = value
    tensors: list[int] = []
    last = 0
    for weights, offset in _tensors(reader, tensor_count):
        tensors.append(weights)
        last = max(last, offset)
    return Header(
        values=values, names=frozenset(names), tensors=tuple(tensors), last_tensor=reader.at + last, size=size
    )


def _counts(reader: "_Reader") -> tuple[int, int]:
    magic = reader.bytes(4)
    if magic != b"GGUF":
        raise _BadHeaderError("is no GGUF file")
    version = reader.number("I")
    if version not in _VERSIONS:
        big_endian = int.from_bytes(struct.pack("<I", version), "big") in _VERSIONS
        raise _BadHeaderError(
            "was written for a big-endian machine" if big_endian else f"has version {version} of GGUF, which is unknown"
        )
    tensors, values = int(reader.number("Q")), int(reader.number("Q"))
    if tensors > _MOST_TENSORS or values > _MOST_VALUES:
        raise _BadHeaderError(f"has a damaged header: {tensors:,} tensors and {values:,} values")
    return tensors, values


def _value(reader: "_Reader", *, keep: bool) -> Scalar | None:
    kind = reader.number("I")
    if kind == _STRING:
        if keep:
            return reader.text(_LONGEST_TEXT)
        reader.skip(int(reader.number("Q")))
    elif kind == _ARRAY:
        _skip_array(reader)
    elif kind in _FIXED:
        value = reader.number(_FIXED[int(kind)])
        return value if keep else None
    else:
        raise _BadHeaderError(f"has a damaged header: a value of type {kind}")
    return None


def _skip_array(reader: "_Reader") -> None:
    kind, count = reader.number("I"), int(reader.number("Q"))
    if kind == _STRING:
        reader.skip_texts(count)
    elif kind in _FIXED:
        reader.skip(count * struct.calcsize(f"<{_FIXED[int(kind)]}"))
    else:
        raise _BadHeaderError(f"has a damaged header: a list of type {kind}")


def _tensors(reader: "_Reader", count: int) -> Iterator[tuple[int, int]]:
    """The number of weights and the offset of each tensor."""
    for _ in range(count):
        reader.skip(int(reader.number("Q")))
        dimensions = int(reader.number("I"))
        if dimensions > _MOST_DIMENSIONS:
            raise _BadHeaderError(f"has a damaged header: a tensor of {dimensions} dimensions")
        size = prod(int(reader.number("Q")) for _ in range(dimensions))
        reader.number("I")
        yield size, int(reader.number("Q"))


class _Reader:
    """Reads forward through a file in pieces, and never past the longest header."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._piece = b""
        self._next = 0  # in the piece
        self._before = 0  # bytes of the file before the piece

    @property
    def at(self) -> int:
        """Bytes read so far."""
        return self._before + self._next

    def bytes(self, count: int) -> bytes:
        self._need(count)
        begin = self._next
        self._next += count
        return self._piece[begin : self._next]

    def number(self, code: str) -> int | float | bool:
        kind = struct.Struct(f"<{code}")
        value: int | float | bool = kind.unpack(self.bytes(kind.size))[0]
        return value

    def text(self, longest: int) -> str:
        length = int(self.number("Q"))
        if length > longest:
            raise _BadHeaderError(f"has a damaged header: a text of {length:,} bytes")
        return self.bytes(length).decode(errors="replace")

    def skip(self, count: int) -> None:
        left = len(self._piece) - self._next
        if count <= left:
            self._next += count
            return
        self._check(count)
        self._before += self._next + count
        self._piece, self._next = b"", 0
        self._file.seek(self._before)

    def skip_texts(self, count: int) -> None:
        """Passes over a list of texts; vocabularies make this the longest part of a header, so it is one tight loop."""
        if count > _MOST_TEXTS:
            raise _BadHeaderError(f"has a damaged header: a list of {count:,} texts")
        unpack, width = _LENGTH.unpack_from, _LENGTH.size
        piece, at = self._piece, self._next
        for _ in range(count):
            if at + width > len(piece):
                self._next = at
                self._need(width)
                piece, at = self._piece, self._next
            at += width + unpack(piece, at)[0]
            if at > len(piece):
                self._next = len(piece)
                self.skip(at - len(piece))
                piece, at = self._piece, self._next
        self._next = at

    def _need(self, count: int) -> None:
        """Makes the next `count` bytes part of the piece."""
        left = len(self._piece) - self._next
        if count <= left:
            return
        self._check(count)
        more = self._file.read(max(count - left, _PIECE))
        self._before += self._next
        self._piece, self._next = self._piece[self._next :] + more, 0
        if len(self._piece) < count:
            raise _BadHeaderError("is cut short within its header" if self._before else "is no GGUF file")

    def _check(self, count: int) -> None:
        if self.at + count > _LONGEST:
            raise _BadHeaderError(f"has a damaged header: more than {_LONGEST // 1024**2} MiB of it")
