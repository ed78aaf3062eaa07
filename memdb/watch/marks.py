"""How far each watched file was read, kept in the memory beside what was read of it."""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

import msgspec

from memdb.store import Connection, sql

_PREFIX = "watched "
_CHUNK = 1024 * 1024
_TELLING = 256  # bytes at the beginning of a file that two files seldom share


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """How far one file was read.

    `size` is how many bytes were read, and `sha256` their hash; `modified` (nanoseconds) is the file's time if that was
    all of it, else 0. `format` is how it was read, `named` the path under which it was read first. `items` counts the
    items before the last one, and `digest` is their hash.
    """

    size: int
    modified: int
    inode: int
    sha256: str
    format: str
    named: str
    items: int
    digest: bytes

    def fits(self, size: int, inode: int) -> bool:
        """Whether a file that begins with what was read is the same one, and not another with the same beginning."""
        return self.size == size or self.inode == inode or self.size >= _TELLING


def beginnings(path: Path, sizes: Iterable[int]) -> dict[int, str]:
    """The SHA-256 of the first bytes of a file, by their number; one that is larger than the file is left out."""
    digest, at, found = sha256(), 0, dict[int, str]()
    with path.open("rb") as file:
        for size in sorted(set(sizes)):
            while at < size and (chunk := file.read(min(_CHUNK, size - at))):
                digest.update(chunk)
                at += len(chunk)
            if at == size:
                found[size] = digest.hexdigest()
    return found


def read_marks(connection: Connection) -> dict[str, Mark]:
    """Every mark by the address of its file."""
    rows = connection.rows(sql("watch/marks"))
    return {name.removeprefix(_PREFIX): msgspec.json.decode(value, type=Mark) for name, value in rows}


def write_mark(connection: Connection, uri: str, mark: Mark, *, moved_from: str | None = None) -> None:
    """Writes how far a file was read, in place of what was known of it under an earlier address."""
    value = msgspec.json.encode(mark).decode()
    with connection.write():
        if moved_from is not None:
            connection.rows(sql("watch/drop_mark"), {"name": _PREFIX + moved_from})
        connection.rows(sql("store/set_property"), {"name": _PREFIX + uri, "value": value})
