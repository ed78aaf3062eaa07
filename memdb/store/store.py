"""The store: hands each thread its own connections to one memory file."""

import threading
from collections.abc import Callable
from pathlib import Path

from memdb.errors import BusyError, StoreError, UsageError
from memdb.store.connection import Connection
from memdb.store.keeping import drop_migration_backups
from memdb.store.migrations import migrate
from memdb.store.reaching import reachable
from memdb.store.rekeying import drop_unfinished, rekey
from memdb.store.translating import BUSY_SECONDS

_ASIDE_SECONDS = 5.0


class Store:
    """One memory file. A file that exists is opened and checked at once; a new one is made at the first use."""

    def __init__(self, path: Path, *, create: bool, passphrase: str | None = None) -> None:
        """Opens the file at `path`; with `create` unset a missing file is an error.

        Raises:
            StoreError: the path is a folder, not memdb's file, of a newer schema, hard-linked, or cannot be opened.
        """
        self.path = path
        self._create = create
        self._passphrase = passphrase
        self._local = threading.local()
        self._lock = threading.Lock()
        self._open: list[tuple[threading.Thread, Connection]] = []
        self._closed = False
        with reachable(path):
            is_folder, exists = path.is_dir(), path.exists()
            names = path.stat().st_nlink if exists else 1
        if is_folder:
            raise StoreError(f"{path} is a folder: give the path of a file")
        if names > 1:
            # SQLite keeps the log beside the name that was opened: two names, two logs, and a broken file.
            raise StoreError(f"{path} has {names} names (hard links) and may have one: copy it, then use the copy")
        if exists or not create:
            self.connection()

    def connection(self) -> Connection:
        """The calling thread's connection, opened and migrated on first use."""
        return self._own("connection", BUSY_SECONDS)

    def aside(self) -> Connection:
        """The calling thread's second connection: it commits while the first one reads a snapshot.

        It gives up soon on a file that is held, since the holder may be the thread itself.
        """
        return self._own("aside", _ASIDE_SECONDS)

    def reader(self) -> Connection:
        """A connection to read with: while the file does not exist yet, one to an empty memory that leaves no trace."""
        if self._closed or self.made():
            return self.connection()
        empty = Connection(Path(":memory:"), create=True)
        migrate(empty)
        return empty

    def made(self) -> bool:
        """Whether the file is there, or ought to be."""
        return hasattr(self._local, "connection") or not self._create or self.path.exists()

    def change_passphrase(self, passphrase: str | None) -> None:
        """Gives the file another key, or none, and closes it; nobody else may have it open."""
        connection = self.connection()
        try:
            rekey(connection, passphrase)
        except BusyError as error:
            raise BusyError(f"{self.path} is open elsewhere: close it there, then change its passphrase") from error
        finally:
            self.close()
        drop_migration_backups(self.path)

    def _own(self, name: str, wait: float) -> Connection:
        if self._closed:
            raise UsageError("this memory is closed: open it again")
        found: Connection | None = getattr(self._local, name, None)
        if found is None:
            found = self._connect(wait)
            setattr(self._local, name, found)
        return found

    def _connect(self, wait: float) -> Connection:
        if self._create:
            with reachable(self.path):
                self.path.parent.mkdir(parents=True, exist_ok=True)
        connection = Connection(self.path, create=self._create, wait=wait, passphrase=self._passphrase)
        try:
            migrate(connection)
            connection.scrub_rest()
            drop_unfinished(self.path)
        except BaseException:
            connection.close()
            raise
        with self._lock:
            # A thread that ended cannot close its own; a program that starts many would run out of files.
            self._close_if(lambda thread: not thread.is_alive())
            self._open.append((threading.current_thread(), connection))
        if self._closed:
            self.close()
            raise UsageError("this memory is closed: open it again")
        return connection

    def _close_if(self, over: Callable[[threading.Thread], bool]) -> None:
        for held in [held for held in self._open if over(held[0])]:
            self._open.remove(held)
            held[1].close()

    def close(self) -> None:
        """Closes every thread's connection. Closing twice does nothing."""
        self._closed = True
        with self._lock:
            self._close_if(lambda _: True)
