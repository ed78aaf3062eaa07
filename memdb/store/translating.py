"""SQLite's errors in memdb's own words: what happened, to what, and what to do."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import apsw

from memdb.errors import BusyError, DamagedError, NotMemdbError, StoreError, UsageError

BUSY_SECONDS = 60.0
"""How long a process waits for another one before it gives up."""


@contextmanager
def translated(path: Path) -> Generator[None]:
    """Turns SQLite's errors into memdb's, which say what happened, to what, and what to do."""
    try:
        yield
    except UnicodeEncodeError as error:
        raise UsageError("the text holds half a character (a lone surrogate): decode it as UTF-8 first") from error
    except apsw.ConnectionClosedError as error:
        raise UsageError("this memory is closed: open it again") from error
    except apsw.NotADBError as error:
        raise NotMemdbError(f"{path} is not a memory of memdb (nor a database): give another --db path") from error
    except (apsw.BusyError, apsw.LockedError) as error:
        raise BusyError(f"{path} was held by another process for {BUSY_SECONDS:.0f} s: try again") from error
    except apsw.CorruptError as error:
        raise DamagedError(f"{path} is damaged ({error}): run `memdb check --repair` or restore a backup") from error
    except apsw.CantOpenError as error:
        raise StoreError(f"{path} cannot be opened: check that the folder exists and may be written") from error
    except apsw.ReadOnlyError as error:
        raise StoreError(f"{path} is read-only: check the permissions of the file and its folder") from error
    except apsw.FullError as error:
        raise StoreError(f"the disk is full while writing {path}: free some space and try again") from error
    except apsw.IOError as error:
        raise StoreError(f"{path} cannot be read or written ({error}): check the disk") from error
