"""The store: hands each thread its own connection to one memory file."""

import threading
from pathlib import Path

from memdb.errors import StoreError, UsageError
from memdb.store.connection import Connection
from memdb.store.migrations import migrate


class Store:
    """One memory file. A file that exists is opened and checked at once; a new one is made at the first use."""

    def __init__(self, path: Path, *, create: bool) -> None:
        """Opens the file at `path`; with `create` unset a missing file is an error.

        Raises:
            StoreError: the path is a folder, not memdb's file, of a newer schema, or cannot be opened.
        """
        self.path = path
        self._create = create
        self._local = threading.local()
        self._lock = threading.Lock()
        self._open: list[Connection] = []
        self._closed = False
        if path.is_dir():
            raise StoreError(f"{path} is a folder: give the path of a file")
        if path.exists() or not create:
            self.connection()

    def connection(self) -> Connection:
        """The calling thread's connection, opened and migrated on first use."""
        if self._closed:
            raise UsageError("this memory is closed: open it again")
        found: Connection | None = getattr(self._local, "connection", None)
        if found is None:
            found = self._connect()
            self._local.connection = found
        return found

    def _connect(self) -> Connection:
        if self._create and not self.path.parent.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
        connection = Connection(self.path, create=self._create)
        try:
            migrate(connection)
        except BaseException:
            connection.close()
            raise
        with self._lock:
            self._open.append(connection)
        return connection

    def close(self) -> None:
        """Closes every thread's connection. Closing twice does nothing."""
        self._closed = True
        with self._lock:
            while self._open:
                self._open.pop().close()
