"""SQLite's errors in memdb's own words: what happened, to what, and what to do."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import apsw

from memdb.errors import BusyError, DamagedError, MemdbError, NotMemdbError, StoreError, UsageError

BUSY_SECONDS = 60.0
"""How long a process waits for another one before it gives up."""


# Kinds of SQLite's errors, narrower ones first, with memdb's kind and what to say; {path} and {error} are filled in.
_KINDS: tuple[tuple[type[Exception] | tuple[type[Exception], ...], type[MemdbError], str], ...] = (
    (UnicodeEncodeError, UsageError, "the text holds half a character (a lone surrogate): decode it as UTF-8 first"),
    (
        UnicodeDecodeError,
        DamagedError,
        "{path} is damaged (a text in it is not UTF-8): run `memdb check --repair` or restore a backup",
    ),
    (OverflowError, UsageError, "a number has more than 64 bits: give a smaller one"),
    (apsw.ConnectionClosedError, UsageError, "this memory is closed: open it again"),
    (
        apsw.NotADBError,
        NotMemdbError,
        "{path} is not a memory of memdb (nor a database): give another --db path (or its passphrase, if it has one)",
    ),
    (
        (apsw.BusyError, apsw.LockedError, apsw.ProtocolError),
        BusyError,
        f"{{path}} was held by another process for {BUSY_SECONDS:.0f} s: try again",
    ),
    (
        apsw.CorruptError,
        DamagedError,
        "{path} is damaged ({error}): run `memdb check --repair` or restore a backup",
    ),
    (
        apsw.CantOpenError,
        StoreError,
        "{path} cannot be opened: check its permissions, and that its folder exists and may be written",
    ),
    (
        (apsw.ReadOnlyError, apsw.PermissionsError),
        StoreError,
        "{path} is read-only: check the permissions of the file and its folder",
    ),
    (apsw.FullError, StoreError, "the disk is full while writing {path}: free some space and try again"),
    (apsw.ConstraintError, StoreError, "{path} refuses a value ({error}): check its type, then run `memdb check`"),
    (apsw.SQLError, DamagedError, "{path} lacks something ({error}): run `memdb check` or restore a backup"),
    (apsw.IOError, StoreError, "{path} cannot be read or written ({error}): check the disk"),
    (apsw.NoMemError, StoreError, "no memory is left to work with {path}: close other programs and try again"),
    (apsw.TooBigError, UsageError, "a text has more than a thousand million bytes: cut it in pieces"),
    (apsw.Error, StoreError, "{path} cannot be used ({error}): try again, then run `memdb check`"),
)


@contextmanager
def translated(path: Path) -> Generator[None]:
    """Turns SQLite's errors into memdb's, which say what happened, to what, and what to do."""
    try:
        yield
    except (apsw.Error, UnicodeError, OverflowError) as error:
        ours, message = next((ours, message) for kind, ours, message in _KINDS if isinstance(error, kind))
        raise ours(message.format(path=path, error=error)) from error
