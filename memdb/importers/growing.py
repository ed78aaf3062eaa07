"""A file that may still be written to: what is complete of it, copied so that nothing changes while it is read."""

import os
from pathlib import Path, PurePath
from typing import BinaryIO
from zipfile import is_zipfile

import msgspec

from memdb.importers.contents import MAX_LINE, Contents, unreadable
from memdb.importers.intake import new_spool, of_spool
from memdb.importers.survey import refuse_unreadable, survey

SETTLED = 2.0
"""Seconds without a change after which a file is taken to be written, its last line apart."""
PATIENCE = 60.0
"""Seconds without a change after which a last line is taken to be whole that does not end."""

_CHUNK = 64 * 1024


def grown_contents(path: Path, *, quiet: float, named: PurePath) -> Contents | int | None:
    """The complete part of a file that has not changed for `quiet` seconds; None while there is none.

    It ends after the last line break. What follows is complete too if it is JSON or has stayed as it is for long. Of an
    archive or a text of another encoding only the size: it is read as any file is, once it is settled.
    """
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if is_zipfile(file):
                return size
            end = size if quiet >= PATIENCE else _complete(file, size)
            if end == 0:
                return None
            return _copied(file, end, path=path, named=named) or size
    except (OSError, ValueError) as error:
        raise unreadable(str(path), error) from error


def _copied(file: BinaryIO, end: int, *, path: Path, named: PurePath) -> Contents | None:
    """The first bytes of a file in a temporary copy; None if they are text of another encoding."""
    file.seek(0)
    spool = new_spool()
    try:
        surveyed = survey(file, copy=spool, most=end)
        refuse_unreadable(surveyed, name=str(path))
    except BaseException:
        spool.close()
        raise
    if surveyed.is_recodable:
        spool.close()
        return None
    return of_spool(surveyed, spool, name=str(path), uri=path.absolute().as_uri(), path=named)


def _complete(file: BinaryIO, size: int) -> int:
    """Where the last complete line ends, in bytes."""
    tail = b""
    start = size
    while start > 0 and b"\n" not in tail and len(tail) < MAX_LINE:
        step = min(max(len(tail), _CHUNK), start)
        start -= step
        file.seek(start)
        tail = file.read(step) + tail
    last = tail[tail.rfind(b"\n") + 1 :]
    return size if not last or _is_json(last) else size - len(last)


def _is_json(line: bytes) -> bool:
    """Whether a line is a whole JSON object or list, which half a one never is."""
    if line.strip()[-1:] not in (b"}", b"]"):
        return False
    try:
        msgspec.json.decode(line.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, RecursionError):
        return False
    return True
