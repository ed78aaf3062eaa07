"""The files of a zip archive or a folder, each opened where it lies: nothing is unpacked to disk.

Names inside an archive are labels and never paths to write to.
"""

import os
import weakref
import zipfile
import zlib
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path, PurePath, PurePosixPath
from stat import S_ISLNK
from typing import BinaryIO

from memdb.errors import ImportFileError
from memdb.importers.contents import Contents, Reading, unreadable
from memdb.importers.intake import file_reading, from_reading
from memdb.importers.source import Skipped
from memdb.importers.survey import HEAD, refuse_unreadable, survey
from memdb.records.shown import shown

MAX_FILES = 200_000
# Texts shrink to a tenth; a bomb shrinks a thousandfold. Small archives may hold what they like.
MAX_RATIO = 100
SMALL = 1024 * 1024 * 1024

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
# What the readers of an archive raise on damaged or unknown members.
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError)


@dataclass(frozen=True, slots=True)
class Archive:
    """What an archive or a folder holds: texts in the order of their names, and why others are not read."""

    name: str
    uri: str
    sha256: str
    files: tuple[Contents, ...]
    skipped: tuple[Skipped, ...]


def open_archive(source: str | os.PathLike[str]) -> Archive | None:
    """The files of a zip archive or of a folder; None where the source is neither.

    Raises:
        ImportFileError: the archive is damaged, or would unpack to far more than texts do.
    """
    path = Path(source)
    try:
        if path.is_dir():
            return _archive(path, [*_folder(path)], digest=None)
        if not path.is_file():
            return None
        with path.open("rb") as file:
            if file.read(4) not in _ZIP:
                return None
            file.seek(0)
            digest = survey(file).sha256
        return _archive(path, [*_members(_opened(path), path)], digest=digest)
    except (OSError, ValueError) as error:
        raise unreadable(os.fspath(source), error) from error
    except zipfile.BadZipFile as error:
        raise ImportFileError(f"{path} is a damaged zip archive ({error}); download or copy it again") from error


def _opened(path: Path) -> zipfile.ZipFile:
    """The archive, whose file is closed when nobody holds the archive any more."""
    file = path.open("rb")
    try:
        archive = zipfile.ZipFile(file)
    except BaseException:
        file.close()
        raise
    weakref.finalize(archive, file.close)
    return archive


def _folder(path: Path) -> Iterator[tuple[PurePosixPath, Reading]]:
    """The files below a folder; what is hidden is left out, and links are not followed."""
    count = 0
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            found = Path(folder, name)
            if not name.startswith(".") and found.is_file() and not found.is_symlink():
                count += 1
                _check_count(count, path)
                yield PurePosixPath(found.relative_to(path).as_posix()), file_reading(found)


def _members(archive: zipfile.ZipFile, path: Path) -> Iterator[tuple[PurePosixPath, Reading]]:
    infos = [
        info
        for info in archive.infolist()
        if not info.is_dir() and not S_ISLNK(info.external_attr >> 16) and not _is_hidden(PurePosixPath(info.filename))
    ]
    _check_count(len(infos), path)
    unpacked, packed = sum(info.file_size for info in infos), sum(info.compress_size for info in infos)
    if unpacked > max(SMALL, MAX_RATIO * packed):
        raise ImportFileError(
            f"{path} would unpack to {unpacked // 1024**2:,} MiB, more than {MAX_RATIO} times its size, as no "
            "text does; unpack what you trust in it and import that"
        )
    for info in sorted(infos, key=lambda one: one.filename):
        yield PurePosixPath(info.filename), partial(_member, archive, info)


def _is_hidden(name: PurePosixPath) -> bool:
    return any(part == "__MACOSX" or (part.startswith(".") and part != "..") for part in name.parts)


def _check_count(count: int, path: Path) -> None:
    if count > MAX_FILES:
        raise ImportFileError(f"{path} holds more than {MAX_FILES:,} files; import parts of it")


@contextmanager
def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Generator[BinaryIO, None, None]:
    with archive.open(info) as file:
        yield file  # type: ignore[misc] # IO[bytes], which reads as a BinaryIO does


def _archive(path: Path, readings: Sequence[tuple[PurePosixPath, Reading]], *, digest: str | None) -> Archive:
    found: dict[PurePath, Contents] = {}
    skipped: list[Skipped] = []

    def beside(name: PurePath) -> Contents | None:
        return found.get(name)

    for name, reading in readings:
        where = shown(str(name))
        try:
            _refuse_by_head(reading)
            opened = from_reading(reading, name=where, place=name, beside=beside, archive=_stem(path))
        except ImportFileError:
            skipped.append(Skipped("no text", where))
        except _DAMAGED:
            skipped.append(Skipped("damaged or locked in the archive", where))
        else:
            if name in found:
                skipped.append(Skipped("replaced by a later file of the same name", where))
            found[name] = opened
    if digest is None:
        digest = sha256("".join(f"{name}\0{one.sha256}\n" for name, one in found.items()).encode()).hexdigest()
    return Archive(str(path), path.absolute().as_uri(), digest, tuple(found.values()), tuple(skipped))


def _stem(path: PurePath) -> str:
    return path.stem if path.suffix.lower() == ".zip" else path.name


def _refuse_by_head(reading: Reading) -> None:
    """Refuse pictures and films by their first bytes: an export may hold gigabytes of them."""
    with reading() as file:
        head = file.read(HEAD)
    refuse_unreadable(survey(BytesIO(head)), name="a file")
