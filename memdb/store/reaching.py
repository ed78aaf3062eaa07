"""Paths that cannot be: what the system says about them, in one line of memdb's own."""

from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from memdb.errors import StoreError


@contextmanager
def reachable(path: Path) -> Generator[None]:
    """Turns what the system says about an impossible path into one line of memdb's own."""
    try:
        str(path).encode()  # SQLite takes names as UTF-8
        with suppress(FileNotFoundError, NotADirectoryError):
            path.stat()
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise StoreError(f"the path {str(path)[:200]!r} cannot be reached ({reason}): give another") from error
