"""Disks that fail: any write, sync, truncation or read may, once or from then on. The caller gets one line, and nothing
is lost or half done. `MEMDB_FAULTS=all` tries every place instead of a few of each verb.
"""

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest

import memdb
from memdb.models import FakeChatModel, FakeEmbedder

EVERY = os.environ.get("MEMDB_FAULTS") == "all"
PLACES = 8
"""Places of a verb that are tried, spread over all."""
CHANGES = ("write", "sync", "truncate")
WHAT_TO_DO = {
    apsw.FullError: "the disk is full.*free some space",
    apsw.IOError: "cannot be read or written.*check the disk",
    apsw.CantOpenError: "cannot be opened: check",
}


class Faults:
    """What goes wrong: an error at the n-th of some calls; `lasting` for all after it."""

    def __init__(self) -> None:
        self.none()

    def none(self) -> None:
        self.plan((), 0, apsw.IOError)

    def plan(self, calls: tuple[str, ...], at: int, error: type[apsw.Error], *, lasting: bool = False) -> None:
        self.calls, self.at, self.error, self.lasting, self.count = calls, at, error, lasting, 0

    def meet(self, call: str) -> None:
        if call in self.calls:
            self.count += 1
            if self.count == self.at or (self.lasting and self.at and self.count > self.at):
                raise self.error("injected")


class FaultyFile(apsw.VFSFile):
    def __init__(self, faults, name, flags):
        super().__init__("unix", name, flags)
        self.faults = faults

    def xRead(self, amount, offset):  # noqa: N802 - apsw's names
        self.faults.meet("read")
        return super().xRead(amount, offset)

    def xWrite(self, data, offset):  # noqa: N802
        self.faults.meet("write")
        super().xWrite(data, offset)

    def xSync(self, flags):  # noqa: N802
        self.faults.meet("sync")
        super().xSync(flags)

    def xTruncate(self, size):  # noqa: N802
        self.faults.meet("truncate")
        super().xTruncate(size)


class FaultyFiles(apsw.VFS):
    def __init__(self, faults):
        super().__init__("faulty", "unix", makedefault=True)
        self.faults = faults

    def xOpen(self, name, flags):  # noqa: N802
        self.faults.meet("open")
        return FaultyFile(self.faults, name, flags)


@pytest.fixture(scope="module")
def faults() -> Iterator[Faults]:
    """The faults of a disk on which every file lies that is opened meanwhile."""
    found = Faults()
    files = FaultyFiles(found)
    yield found
    files.unregister()


def claims(request):
    record = json.loads(request.messages[-1].content.rsplit(": ", 1)[1])
    return json.dumps({"claims": [[record, "state", []]]})


NEW = [memdb.Draft(content=f"Bird {n} is grey.", speaker="Noor", turn=str(n)) for n in range(30)]
WRITING: dict[str, Callable[[memdb.Memory], object]] = {
    "add": lambda memory: memory.add("I moved to Bruges.", speaker="Ana", said_at="2026-02-01"),
    "ingest": lambda memory: memory.ingest_drafts(NEW),
    "correct": lambda memory: memory.correct("Ana", "employer", "Initech", said_at="2026-03-01"),
    "forget": lambda memory: memory.forget(speaker="Ben"),
    "enrich": lambda memory: memory.enrich(model=FakeChatModel(claims), limit=3),
    "reembed": lambda memory: memory.reembed(),
    "rebuild": lambda memory: memory.rebuild_cells("session"),
    "backup": lambda memory: memory.backup(memory.path.with_suffix(".copy")),
}
READING: dict[str, Callable[[memdb.Memory], object]] = {
    "ask": lambda memory: memory.ask("Where does Ana live?"),
    "search": lambda memory: memory.search("Ghent"),
    "facts": lambda memory: memory.facts(history=True),
    "stats": lambda memory: memory.stats(),
    "check": lambda memory: memory.check(),
    "export": lambda memory: list(memory.export()),
}


@pytest.fixture(scope="module")
def base(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("base") / "base.memdb"
    with memdb.open(path) as memory:
        for n, speaker in enumerate(("Ana", "Ben") * 4):
            memory.add(f"I live in Ghent{n} and like chess.", speaker=speaker, said_at="2026-01-01", turn=str(n))
    return path


def fresh(base: Path, path: Path) -> Path:
    for left in path.parent.iterdir():
        left.unlink()
    return Path(shutil.copy(base, path))


def tried(verb, path) -> str:
    """What the caller of a verb is told, or '' when it succeeds."""
    try:
        with memdb.open(path, embedder=FakeEmbedder()) as memory:
            verb(memory)
    except memdb.MemdbError as error:
        return str(error)
    return ""


def places(verb, base, path, faults, calls) -> list[int]:
    """At which of the calls that a verb makes to fail."""
    faults.plan(calls, 0, apsw.IOError)
    assert tried(verb, fresh(base, path)) == ""
    count = faults.count
    return [*range(1, count + 1, 1 if EVERY else max(1, count // PLACES))]


def require_sound(path, verb):
    with memdb.open(path) as memory:
        left = [one.detail for one in memory.check().problems]
        # Regrouping takes several transactions; a write ends one that was cut short.
        assert left == [] or (verb == "rebuild" and ["await their place" in one for one in left] == [True])
        assert sum("live in Ghent" in draft.content for draft in memory.export()) in (4, 8), "of both or of Ana alone"
        assert memory.add("The kettle is blue.").new
        assert memory.check().ok


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # SQLite passes over some of its syncs
@pytest.mark.parametrize("error", [apsw.FullError, apsw.IOError], ids=["full from then on", "broken once"])
@pytest.mark.parametrize("verb", WRITING)
def test_a_disk_that_fails_a_writer_costs_nothing_that_was_there(verb, error, faults, base, path):
    told = []
    for at in places(WRITING[verb], base, path, faults, CHANGES):
        fresh(base, path)
        faults.plan(CHANGES, at, error, lasting=error is apsw.FullError)
        told.append(tried(WRITING[verb], path))
        faults.none()
        require_sound(path, verb)
    require_clear(told, error)


@pytest.mark.parametrize("call", ["read", "open"])
@pytest.mark.parametrize("verb", READING)
def test_a_disk_that_fails_a_reader_is_told_in_one_line(verb, call, faults, base, path):
    error = apsw.IOError if call == "read" else apsw.CantOpenError
    told = []
    for at in places(READING[verb], base, path, faults, (call,)):
        faults.plan((call,), at, error)
        told.append(tried(READING[verb], path))
        faults.none()
        assert tried(READING[verb], path) == ""
    require_clear(told, error)


def require_clear(told, error):
    """Most tries failed, each with one line that says what to do."""
    lines = [line for line in told if line]
    assert len(lines) >= len(told) / 2
    assert [line for line in lines if not re.search(WHAT_TO_DO[error], line) or not line.isprintable()] == []


def test_a_memory_goes_on_working_once_there_is_room_again(faults, base, path):
    with memdb.open(fresh(base, path), embedder=FakeEmbedder()) as memory:
        faults.plan(CHANGES, 1, apsw.FullError, lasting=True)
        for verb in WRITING.values():
            with pytest.raises(memdb.MemdbError):
                verb(memory)
        assert memory.ask("Where does Ana live?").answer != "Unknown", "reading needs no room"
        faults.none()
        for verb in WRITING.values():
            verb(memory)
        assert memory.check().ok
