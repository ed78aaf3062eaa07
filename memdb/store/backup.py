"""Backups: a copy bears its name once it is whole and has passed its checks."""

import glob
import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

from memdb.errors import StoreError
from memdb.records.reports import Problem
from memdb.store.connection import Connection
from memdb.store.health import problems
from memdb.store.reaching import reachable

_ABANDONED_S = 3600.0


def back_up(
    connection: Connection,
    destination: Path,
    *,
    check: Callable[[Connection], Sequence[Problem]] = problems,
    replace: bool = False,
) -> None:
    """Copies the live file to a new one, which `check` then reads; only the user may read it. It may `replace` one.

    A process that is killed meanwhile leaves nothing under the name, but a file beside it that ends in `.part`, which
    the next copy to that name takes away once it is an hour old.

    Raises:
        StoreError: the destination exists or cannot be written, or the copy fails its checks.
    """
    with reachable(destination):
        exists, has_folder = destination.exists(), destination.parent.is_dir()
    if exists and not replace:
        raise StoreError(f"{destination} exists: give a new path for the backup")
    if not has_folder:
        raise StoreError(f"{destination.parent} is no folder: make it first")
    _tidy(destination)
    with reachable(destination):
        opened, name = mkstemp(prefix=f"{destination.name}.", suffix=".part", dir=destination.parent)
        os.close(opened)
    part = Path(name)
    try:
        connection.backup_to(part, destination=destination)
        _verify(connection.beside(part), destination, check)
        with reachable(destination):
            part.replace(destination)
    except BaseException:
        for left in (part, *(part.with_name(part.name + end) for end in ("-journal", "-wal", "-shm"))):
            with suppress(OSError):
                left.unlink()
        raise


def _tidy(destination: Path) -> None:
    """Takes away what earlier copies to a name left that were killed: nobody has written to it for long."""
    with suppress(OSError):
        for left in destination.parent.glob(f"{glob.escape(destination.name)}.*.part*"):
            if time.time() - left.stat().st_mtime > _ABANDONED_S:
                left.unlink()


def _verify(copy: Connection, destination: Path, check: Callable[[Connection], Sequence[Problem]]) -> None:
    try:
        copy.scrub_rest()
        if check(copy):
            raise StoreError(f"the copy for {destination} fails its checks: check the disk and the original")
    finally:
        copy.close()
