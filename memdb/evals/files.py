"""Typed reading of benchmark files; whatever is wrong with one is an `ImportFileError` of one line."""

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import msgspec

from memdb.errors import ImportFileError

T = TypeVar("T")


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """Base of the rows that benchmark files hold; fields a dataset does not name are ignored."""


def read_json(path: Path, shape: type[T]) -> T:
    """The one JSON value of a file, checked against a shape."""
    try:
        return msgspec.json.decode(read_bytes(path), type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ImportFileError(f"{path}: not what this benchmark expects: {error}") from None


def read_jsonl(path: Path, shape: type[T]) -> list[T]:
    """The JSON values of a file that has one a line; blank lines are passed over."""
    decoder = msgspec.json.Decoder(shape)
    rows: list[T] = []
    for number, line in enumerate(read_bytes(path).splitlines(), start=1):
        if not line.strip():
            continue
        try:
            rows.append(decoder.decode(line))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ImportFileError(f"{path}, line {number}: not what this benchmark expects: {error}") from None
    if not rows:
        raise ImportFileError(f"{path}: no rows; is it the right file?")
    return rows


def read_bytes(path: Path) -> bytes:
    """The bytes of a file that must be there."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise ImportFileError(f"cannot read {path}: {error.strerror or error}") from None


def folder_of(path: Path, needed: str) -> Path:
    """The folder at a path, which must exist; `needed` says what it should hold."""
    if not path.exists():
        raise ImportFileError(f"no such file or folder: {path}; give the folder that holds {needed}")
    if not path.is_dir():
        raise ImportFileError(f"{path} is not a folder; give the folder that holds {needed}")
    return path


def matching(path: Path, pattern: str) -> list[Path]:
    """The files in a folder that match a pattern, or the file itself when the path names one that does."""
    if not path.exists():
        raise ImportFileError(f"no such file or folder: {path}; give the folder that holds {pattern}")
    found = sorted(path.glob(pattern)) if path.is_dir() else [path] if path.match(pattern) else []
    if not found:
        raise ImportFileError(f"{path}: holds no {pattern}; is it the right folder?")
    return found


def split_name(is_dev: Iterable[bool]) -> str:
    """`dev`, `holdout`, or `all` when questions of both are there."""
    kinds = set(is_dev)
    return "all" if len(kinds) != 1 else "dev" if kinds.pop() else "holdout"
