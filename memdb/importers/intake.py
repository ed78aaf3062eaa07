"""Getting at the bytes: a file as it lies, a pipe or another encoding by way of a temporary copy."""

import os
import sys
import tempfile
import weakref
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from pathlib import Path, PurePath
from stat import S_ISREG
from typing import BinaryIO

from memdb.errors import ImportFileError
from memdb.importers.contents import Contents, Reading, unreadable
from memdb.importers.survey import Survey, copy_as_utf8, refuse_unreadable, survey

_SPOOL_IN_MEMORY = 1024 * 1024


def open_contents(source: str | os.PathLike[str]) -> Contents:
    """Survey a source ("-" is standard input) and make sure that there is text in it.

    Raises:
        ImportFileError: it is missing, a folder, empty, blank, binary or in an unreadable encoding.
    """
    given = os.fspath(source)
    path = Path(given)
    try:
        if given == "-":
            return _standard_input()
        mode = path.stat().st_mode
        with path.open("rb") as file:
            if not S_ISREG(mode):
                return _spooled(file, uri=path.absolute().as_uri(), name=given)
            surveyed = survey(file)
            refuse_unreadable(surveyed, name=given)
            if not surveyed.is_recodable:
                uri, reading = path.absolute().as_uri(), file_reading(path)
                return Contents(
                    surveyed, name=given, uri=uri, path=path.absolute(), reading=reading, beside=_open_beside
                )
            file.seek(0)
            return _recoded(file, surveyed, name=given, uri=path.absolute().as_uri(), path=path)
    except (OSError, ValueError) as error:  # a path that holds NUL is a ValueError
        raise unreadable(given, error) from error


def _standard_input() -> Contents:
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - a program without a console has none
        raise ImportFileError("there is no standard input; name a file")
    return _spooled(sys.stdin.buffer, uri="stdin", name="standard input")


def new_spool() -> BinaryIO:
    """A temporary file, on disk once it is large."""
    return tempfile.SpooledTemporaryFile(max_size=_SPOOL_IN_MEMORY)  # type: ignore[return-value]


def _spooled(file: BinaryIO, *, uri: str, name: str) -> Contents:
    """Copy a source that can be read only once to a temporary file, since recognising it takes a look ahead."""
    spool = new_spool()
    try:
        surveyed = survey(file, copy=spool)
        refuse_unreadable(surveyed, name=name)
    except BaseException:
        spool.close()
        raise
    if not surveyed.is_recodable:
        return of_spool(surveyed, spool, name=name, uri=uri, path=None)
    with spool:
        spool.seek(0)
        return _recoded(spool, surveyed, name=name, uri=uri, path=None)


def _recoded(file: BinaryIO, original: Survey, *, name: str, uri: str, path: PurePath | None) -> Contents:
    """Turn UTF-16 or UTF-32 into UTF-8; the hash stays that of the bytes as given."""
    spool = new_spool()
    try:
        copy_as_utf8(file, spool, name=name)
        spool.seek(0)
        recoded = survey(spool)
        refuse_unreadable(recoded, name=name)
    except BaseException:
        spool.close()
        raise
    return of_spool(recoded.with_sha256(original.sha256), spool, name=name, uri=uri, path=path)


def of_spool(surveyed: Survey, spool: BinaryIO, *, name: str, uri: str, path: PurePath | None) -> Contents:
    """Contents that lie in a temporary copy, which is closed with them."""
    reading = partial(_from_start, spool)
    if isinstance(path, Path):
        contents = Contents(surveyed, name=name, uri=uri, path=path, reading=reading, beside=_open_beside)
    else:
        contents = Contents(surveyed, name=name, uri=uri, path=path, reading=reading)
    weakref.finalize(contents, spool.close)
    return contents


def from_reading(
    reading: Reading, *, name: str, place: PurePath, beside: Callable[[PurePath], Contents | None], archive: str
) -> Contents:
    """The contents of a file in an archive or a folder.

    Raises:
        ImportFileError: it is empty, blank, binary or in an unreadable encoding.
    """
    with reading() as file:
        surveyed = survey(file)
    refuse_unreadable(surveyed, name=name)
    if surveyed.is_recodable:
        with reading() as file:
            recoded = _recoded(file, surveyed, name=name, uri="", path=place)
        recoded.archive, recoded.beside = archive, beside
        return recoded
    return Contents(surveyed, name=name, uri="", path=place, reading=reading, archive=archive, beside=beside)


def _open_beside(path: PurePath) -> Contents | None:
    try:
        return open_contents(path)
    except ImportFileError:
        return None


def file_reading(path: Path) -> Reading:
    """Opens a file anew each time."""
    return partial(_file, path)


@contextmanager
def _file(path: Path) -> Generator[BinaryIO, None, None]:
    try:
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise unreadable(str(path), error) from error


@contextmanager
def _from_start(spool: BinaryIO) -> Generator[BinaryIO, None, None]:
    spool.seek(0)
    yield spool
