"""Output files: written whole or not at all."""

import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from memdb_cli.failures import Failure


def check_output(path: Path, *, overwrite: bool = True) -> None:
    """Refuse a path that cannot be written or is not to be overwritten, before long work is done. Raises Failure."""
    if path.is_dir():
        raise Failure(f"cannot write {path}: it is a folder.")
    if not path.parent.is_dir():
        raise Failure(f"cannot write {path}: there is no folder {path.parent}.")
    if path.exists() and not overwrite:
        raise Failure(f"cannot write {path}: it exists; name another file, or add --overwrite.")


def write_text(path: Path, pieces: Iterable[str], *, like: Path | None = None) -> None:
    """Write text beside the path and rename it, so that a failure leaves what was there. Raises Failure.

    The file gets the mode of `like` where that is there, else only its owner may read it: it may hold memories.
    """
    try:
        handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise _failure(path, error) from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(pieces)
        if like is not None and like.exists():
            shutil.copymode(like, scratch)
        Path(scratch).replace(path)
    except OSError as error:
        raise _failure(path, error) from error
    finally:
        Path(scratch).unlink(missing_ok=True)


def _failure(path: Path, error: OSError) -> Failure:
    return Failure(f"cannot write {path}: {error.strerror or error}.")
