"""Copies that memdb makes of a file before it brings its schema up to date, so that an older memdb can have it back."""

import glob
from contextlib import suppress
from pathlib import Path

from memdb.errors import StoreError
from memdb.store.backup import back_up
from memdb.store.connection import Connection
from memdb.store.health import damaged

_NAME = "{name}.schema-{version}.bak"


def kept_name(path: Path, version: int) -> Path:
    """Where the copy of a file as it was at a version of the schema lies: beside it."""
    return path.with_name(_NAME.format(name=path.name, version=version))


def keep_copy(connection: Connection, version: int) -> None:
    """Copies the file as it is at a version, inside the caller's write transaction; an earlier copy is replaced.

    Raises:
        StoreError: the copy cannot be written; the file is as it was.
    """
    target = kept_name(connection.path, version)
    # SQLite copies through a connection that does not write: this one sees what was committed before.
    reader = connection.beside(connection.path)
    try:
        back_up(reader, target, check=damaged, replace=True)
    except StoreError as error:
        raise StoreError(
            f"{connection.path} has schema {version} and must be brought up to date, but cannot be copied first "
            f"({error}): free some space, or let memdb write to its folder"
        ) from error
    finally:
        reader.close()


def drop_migration_backups(path: Path) -> tuple[str, ...]:
    """Deletes the copies that lie beside a file; returns their paths."""
    dropped: list[str] = []
    with suppress(OSError):
        for one in sorted(path.parent.glob(_NAME.format(name=glob.escape(path.name), version="*"))):
            with suppress(OSError):
                one.unlink(missing_ok=True)
                dropped.append(str(one))
    return tuple(dropped)
