"""The files below some folders, found anew at each look."""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

_UNFINISHED = (".tmp", ".part", ".partial", ".crdownload", ".download", ".swp", ".lock", "~")
"""Endings of files that a program has not finished, and of its own notes."""


def listed(
    roots: Sequence[Path], *, leave_out: Path, trouble: Callable[[str, OSError], None]
) -> Iterator[tuple[str, os.stat_result]]:
    """Every regular file at or below the roots with its state; hidden and unfinished ones and the memory are left out.

    `trouble` is told of what cannot be listed.
    """
    own = {str(leave_out) + ending for ending in ("", "-wal", "-shm", "-journal")}
    waiting = [str(root) for root in roots]
    while waiting:
        place = waiting.pop()
        try:
            if not os.path.isdir(place):  # noqa: PTH112 - strings, for speed among many files
                yield place, os.stat(place)  # noqa: PTH116
                continue
            with os.scandir(place) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            trouble(place, error)
            continue
        for entry in found:
            if entry.name.startswith(".") or entry.name.endswith(_UNFINISHED) or entry.path in own:
                continue
            try:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                elif entry.is_file():
                    yield entry.path, entry.stat()
            except OSError:  # gone since it was listed
                continue
