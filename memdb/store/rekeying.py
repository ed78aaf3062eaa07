"""Another key for a file: a copy with it is made beside the file, checked, and takes its place in one step.

SQLite's own way, page by page in place, keeps the salt of a key in the first page: once that is written, a file whose
process is killed before the end opens with neither key.
"""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from memdb.errors import StoreError
from memdb.store.connection import Connection
from memdb.store.health import damaged
from memdb.store.reaching import reachable

_CHUNK = 1024 * 1024


def rekey(connection: Connection, passphrase: str | None) -> None:
    """Writes the file of a connection with another key, or with none, and closes the connection.

    Raises:
        BusyError: somebody else has the file open.
        StoreError: the copy cannot be written, or fails its check; the file is as it was.
    """
    path = connection.path.resolve()  # a link stays, and goes on naming the file
    copy = _copy_of(path)
    connection.hold_alone()
    drop_unfinished(path)
    try:
        with reachable(copy):
            os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        _fill(connection, copy, passphrase)
        with reachable(path):
            _take_place(connection, copy, path)
    finally:
        connection.close()
        drop_unfinished(path)


def drop_unfinished(path: Path) -> None:
    """Takes away what a process left that was killed on the way; nobody else may be at it now."""
    copy = _copy_of(path.resolve())
    for left in (copy, *(copy.with_name(copy.name + end) for end in ("-journal", "-wal", "-shm"))):
        with suppress(OSError):
            left.unlink()


def _copy_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.rekeyed")


def _fill(connection: Connection, copy: Path, passphrase: str | None) -> None:
    connection.backup_to(copy, destination=copy)
    with_former = connection.beside(copy)
    try:
        with_former.change_key(passphrase)
    finally:
        with_former.close()
    with_new = Connection(copy, create=False, passphrase=passphrase)
    try:
        if damaged(with_new):
            raise StoreError(f"the copy of {connection.path} with another key fails its check: check the disk")
    finally:
        with_new.close()


def _take_place(connection: Connection, copy: Path, path: Path) -> None:
    shutil.copymode(path, copy)
    _sync(copy)
    # Opened now and closed last: closing it would give up the lock that SQLite has on the same file.
    with path.open("r+b") as former:
        copy.replace(path)
        _sync(path.parent)
        _blank(former.fileno())
        connection.close()


def _blank(file: int) -> None:
    """Overwrites the former file: no page of it stays, and who waited for its lock finds no memory to write to."""
    size = os.fstat(file).st_size
    for start in range(0, size, _CHUNK):
        os.pwrite(file, bytes(min(_CHUNK, size - start)), start)
    os.fsync(file)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
