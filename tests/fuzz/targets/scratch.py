"""A folder for the files of a run, and memories to work on."""

import atexit
import shutil
import tempfile
from functools import cache
from itertools import count
from pathlib import Path

import memdb

_numbers = count()


@cache
def folder() -> Path:
    """Deleted when the process ends."""
    made = Path(tempfile.mkdtemp(prefix="memdb-fuzz-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


def file(data: bytes, name: str = "given") -> Path:
    path = folder() / name
    path.write_bytes(data)
    return path


@cache
def _filled() -> Path:
    path = folder() / "filled.memdb"
    with memdb.open(path) as memory:
        memory.add("I moved to Ghent.", speaker="Ana Duarte", said_at="2024-01-01", session="s")
        memory.add("We run ubuntu 20.04 there, see Downloads/transcripts \U0001f431", speaker="Ben Ash", session="s")
        memory.add("I work at Northwind; last week I ate 5 figs.", speaker="Ana Duarte", said_at="2024-01-03")
        memory.correct("Ana Duarte", "lives in", "Cork", said_at="2024-02-01")
        facts = ["Ana Duarte is married to Ben Ash.", "The author of col:x AND NEAR(y) is Ole Grann.", "Nothing fits."]
        memory.ingest_drafts([memdb.Draft(content=fact) for fact in facts], stream="facts", profile="facts")
        memory.backup(path.with_suffix(".copy"))  # one file without a log beside it
    return path.with_suffix(".copy")


def memory_file() -> Path:
    """A fresh memory of a few records, by a name of its own: a thread may still hold the one before it."""
    for one in folder().glob("memory-*"):
        one.unlink(missing_ok=True)
    return Path(shutil.copy(_filled(), folder() / f"memory-{next(_numbers)}.memdb"))


@cache
def shared() -> memdb.Memory:
    """The same, open, for targets that only read."""
    memory = memdb.open(shutil.copy(_filled(), folder() / "shared.memdb"))
    atexit.register(memory.close)
    return memory
