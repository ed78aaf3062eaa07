"""Opens the memory file: pragmas, transactions, and busy handling.

Readers never wait for a writer (WAL); writers queue for the file at most `BUSY_SECONDS`.
"""

import os
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import apsw

from memdb.errors import BusyError, MissingFileError, NotMemdbError, PassphraseError
from memdb.store.cipher import change_key, require_key, unlock
from memdb.store.statements import sql
from memdb.store.translating import BUSY_SECONDS, translated

APPLICATION_ID = 0x6D656D64  # "memd"
_LOG_SECONDS = 2.0  # for readers to end, before traces are left in the log for the next opening to wipe
_LONGEST_PAUSE_MS = 5  # between two looks at a file that another connection holds
_CACHE_KIBIBYTES = 32 * 1024
_TRACES = "traces"  # the property that says whether deleted rows have left any

Row = tuple[Any, ...]
Bindings = dict[str, Any]


class Connection:
    """One connection to a memory file. Not shared between threads; `Store` hands each thread its own."""

    def __init__(self, path: Path, *, create: bool, wait: float = BUSY_SECONDS, passphrase: str | None = None) -> None:
        """Opens the file, making it when `create` is set; the schema is the migrations' business.

        `wait` is how many seconds a statement waits for a file that another connection holds. A file is encrypted with
        the `passphrase` that it was made with, or with none.
        """
        if not create and not path.exists():
            raise MissingFileError(f"no memory at {path}: run `memdb ingest FILE` or `memdb add TEXT` first")
        if passphrase is not None:
            require_key(passphrase, path)
        if create:
            _make_private(path)
        flags = apsw.SQLITE_OPEN_READWRITE | (apsw.SQLITE_OPEN_CREATE if create else 0)
        with translated(path):
            self._db = apsw.Connection(str(path), flags=flags)
        self.path = path
        self._wait = wait
        self._passphrase = passphrase
        try:
            if passphrase is not None:
                unlock(self._db, passphrase)
            self._configure()
        except BaseException:
            self._db.close()
            raise

    def _configure(self) -> None:
        with translated(self.path), self._knowing_the_passphrase():
            self._wait_at_most(self._wait)
            # Tables first: a process that makes the file now sets them and the id in one transaction.
            if self._retry(sql("store/table_count")) and self._retry("PRAGMA application_id") != APPLICATION_ID:
                raise NotMemdbError(f"{self.path} is a database, but not a memory of memdb: give another --db path")
            # FULL: what was acknowledged survives a power cut, at one sync a commit.
            self._db.execute("PRAGMA synchronous = full")
            self._db.execute("PRAGMA foreign_keys = on")
            self._db.execute("PRAGMA secure_delete = on")
            self._db.execute("PRAGMA trusted_schema = off")
            self._db.execute(f"PRAGMA cache_size = -{_CACHE_KIBIBYTES}")
            self._db.execute("PRAGMA temp_store = memory")
            self._load_vectors()

    @contextmanager
    def _knowing_the_passphrase(self) -> Generator[None]:
        """Says of a file that reads as none what may be wrong with its passphrase."""
        try:
            yield
        except apsw.NotADBError as error:
            if self._passphrase is not None:
                raise PassphraseError(f"the passphrase of {self.path} is wrong, or it is no memory of memdb") from error
            raise

    def beside(self, path: Path) -> "Connection":
        """A connection to a copy of the file, or another one to itself, with the same key."""
        return Connection(path, create=False, passphrase=self._passphrase)

    def hold_alone(self) -> None:
        """Takes the file for this connection until it is closed, its log folded into it.

        Raises:
            BusyError: somebody else has the file open.
        """
        with translated(self.path):
            self._wait_at_most(0)
            self._db.execute("PRAGMA journal_mode = delete").fetchall()
            self._db.execute("PRAGMA locking_mode = exclusive").fetchall()
            self._db.execute("BEGIN EXCLUSIVE; COMMIT")

    def change_key(self, passphrase: str | None) -> None:
        """Writes the whole file with another key, or with none, in place: one that is killed on the way is lost."""
        with translated(self.path):
            change_key(self._db, passphrase)

    def _load_vectors(self) -> None:
        """Teaches SQLite the vec0 tables of the vector index; a file with one cannot be read without."""
        self._db.enable_load_extension(True)  # noqa: FBT003 - apsw's call
        self._db.load_extension(vector_extension())
        self._db.enable_load_extension(False)  # noqa: FBT003

    def _wait_at_most(self, seconds: float) -> None:
        """Looks often whether a file that is held is free: SQLite's own pauses of 100 ms let others slip in before."""
        begun = 0.0

        def again(calls: int) -> bool:
            nonlocal begun
            now = time.monotonic()
            begun = now if calls == 0 else begun
            if now - begun >= seconds:
                return False
            time.sleep(min(calls + 1, _LONGEST_PAUSE_MS) / 1000)
            return True

        self._db.set_busy_handler(again)

    def _retry(self, statement: str) -> Any:
        """Runs a statement that SQLite refuses without waiting when another process is creating the same file."""
        deadline = time.monotonic() + self._wait
        while True:
            try:
                return self._db.execute(statement).get
            except (apsw.BusyError, apsw.LockedError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.01)

    def rows(self, statement: str, bindings: Bindings | None = None) -> list[Row]:
        """All rows of one statement."""
        with translated(self.path):
            return self._db.execute(statement, bindings).fetchall()

    def row(self, statement: str, bindings: Bindings | None = None) -> Row | None:
        """The first row of one statement, or None."""
        with translated(self.path):
            return self._db.execute(statement, bindings).fetchone()

    def value(self, statement: str, bindings: Bindings | None = None) -> Any:
        """The first column of the first row, or None."""
        row = self.row(statement, bindings)
        return None if row is None else row[0]

    def many(self, statement: str, bindings: list[Bindings]) -> None:
        """Runs one statement for each set of bindings."""
        with translated(self.path):
            self._db.executemany(statement, bindings)

    @contextmanager
    def write(self) -> Generator[None]:
        """A write transaction: waits for the file, commits at the end, and undoes everything on an error."""
        with translated(self.path):
            self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            with translated(self.path):
                self._db.execute("COMMIT")
        except BaseException:
            with suppress(apsw.Error):  # what went wrong before is what the caller is told
                self._roll_back()
            raise

    @contextmanager
    def snapshot(self) -> Generator[None]:
        """A read transaction: every statement inside sees one state of the file."""
        with translated(self.path):
            self._db.execute("BEGIN")
        try:
            yield
        finally:
            with suppress(apsw.Error):
                self._roll_back()

    def _roll_back(self) -> None:
        if not self._db.get_autocommit():
            self._db.execute("ROLLBACK")

    def log_ahead(self) -> None:
        """Switches the file to a write-ahead log, which changes its header: only once its version is known."""
        with translated(self.path):
            self._retry("PRAGMA journal_mode = wal")

    def user_version(self) -> int:
        """The schema version written in the file."""
        with translated(self.path):
            version: int = self._retry("PRAGMA user_version")
        return version

    def backup_to(self, file: Path, *, destination: Path) -> None:
        """Copies the live file to `file` page by page; writers may go on meanwhile. Errors name the `destination`."""
        with translated(destination):
            target = apsw.Connection(str(file))
            try:
                if self._passphrase is not None:
                    unlock(target, self._passphrase)
                copy = target.backup("main", self._db, "main")
                try:
                    # All pages in one step: between steps a writer would make the copy start again.
                    copy.step(-1)
                finally:
                    with suppress(apsw.Error):  # it says again what the step said
                        copy.finish()
                target.execute("PRAGMA journal_mode = delete")
            finally:
                target.close()

    @contextmanager
    def attached(self, path: Path) -> Generator[None]:
        """Another SQLite file under the name `plain`, made if need be, and filled from one state of the memory."""
        self.rows(sql("export/attach"), {"path": str(path)})
        try:
            with self.snapshot():
                yield
                with translated(path):
                    self._db.execute("COMMIT")
        finally:
            self.rows(sql("export/detach"))

    def scrub_later(self) -> None:
        """Notes inside a write transaction that traces of deleted rows are left, should `scrub` not come to its end."""
        self.rows(sql("store/set_property"), {"name": _TRACES, "value": "left"})

    def scrub(self, *, wait: bool = True) -> None:
        """Leaves nothing of deleted rows in the file or its log. `secure_delete` alone misses what a page split copied.

        Raises:
            BusyError: a reader held the log, for too long if `wait`; what was deleted is in no answer, but still in it.
        """
        with translated(self.path):
            self._wait_at_most(self._wait if wait else 0)
            # The new copy may be as large as the file: on disk, not in memory, unless it would lie there in the clear.
            if self._passphrase is None:
                self._db.execute("PRAGMA temp_store = file")
            try:
                self._db.execute(sql("store/compact"))
                self._wait_at_most(_LOG_SECONDS if wait else 0)
                busy, *_ = self._db.execute(sql("store/truncate_log")).fetchone() or (0,)
            finally:
                self._db.execute("PRAGMA temp_store = memory")
                self._wait_at_most(self._wait)
        if busy:
            raise BusyError(f"forgotten, but a reader of {self.path} kept its log: traces stay there until it ends")
        self.rows(sql("store/set_property"), {"name": _TRACES, "value": "none"})

    def scrub_rest(self) -> None:
        """Does what a `scrub` that was cut short left to do, unless somebody is at it or keeps the log right now."""
        if self.value(sql("store/get_property"), {"name": _TRACES}) == "left":
            with suppress(BusyError):
                self.scrub(wait=False)

    def close(self) -> None:
        """Closes the connection; the last one of a file folds the write-ahead log into it.

        Another thread's statement is waited for; its transaction is undone, and its next statement raises.
        """
        with translated(self.path):
            while True:
                try:
                    self._db.close()
                except apsw.ThreadingViolationError:
                    time.sleep(0.001)
                else:
                    return


def _make_private(path: Path) -> None:
    """Makes a file that only its owner may read, and whose log SQLite gives the same mode; one that is there stays."""
    if str(path) != ":memory:":
        with translated(path), suppress(OSError):  # SQLite says it better
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


@cache
def vector_extension() -> str:
    """The path of sqlite-vec's library; the package itself is not imported, since it would import numpy."""
    package = find_spec("sqlite_vec")
    assert package is not None, "sqlite-vec is installed with memdb"
    assert package.origin is not None, "it is a folder with a library in it"
    return str(Path(package.origin).with_name("vec0"))
