"""Runs operations on a memory in processes that kill themselves: at the n-th time they are about to change a file.

A line on standard input names an operation, a file, and n (0 for never); a line on standard output tells how it ended.
Every operation is a fork of this process, so that a kill costs milliseconds. What an operation was told to be done it
notes in a file beside the memory, as a user would remember it.
"""

import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import apsw

import memdb
from memdb import _embedding, _enriching, _pipeline
from memdb.models import FakeChatModel, FakeEmbedder

BATCH = 20
"""Records of a transaction: fewer than usual, so that a small file has many."""


class Doom:
    """Counts the changes of files, and ends the process at one of them."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.count = 0

    def near(self) -> bool:
        """Whether the process is to end at the change that is about to be made."""
        self.count += 1
        return self.count == self.at

    def step(self) -> None:
        if self.near():
            os.kill(os.getpid(), signal.SIGKILL)


class DoomedFile(apsw.VFSFile):
    def __init__(self, doom: Doom, name: object, flags: list[int]) -> None:
        super().__init__("unix", name, flags)
        self.doom = doom

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - apsw's name
        if self.doom.near():
            super().xWrite(data[: len(data) // 2], offset)  # as a kill in the middle of a long write may leave it
            os.kill(os.getpid(), signal.SIGKILL)
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self.doom.step()
        super().xSync(flags)

    def xTruncate(self, size: int) -> None:  # noqa: N802
        self.doom.step()
        super().xTruncate(size)


class DoomedFiles(apsw.VFS):
    def __init__(self, doom: Doom) -> None:
        super().__init__("doomed", "unix", makedefault=True)
        self.doom = doom

    def xOpen(self, name: object, flags: list[int]) -> DoomedFile:  # noqa: N802
        return DoomedFile(self.doom, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:  # noqa: N802
        self.doom.step()
        super().xDelete(name, sync)


class Other(FakeEmbedder):
    name = "other"


def ingest(path: Path, note: Callable[[object], None]) -> None:
    _pipeline.BATCH = BATCH
    with memdb.open(path, embedder=FakeEmbedder()) as memory:
        memory.ingest(path.with_suffix(".jsonl"), progress=lambda *_: note("batch"))


def enrich(path: Path, note: Callable[[object], None]) -> None:
    _enriching.LEASE_S = 0.0  # what a killed process held is free at once

    def answer(request: memdb.models.ChatRequest) -> str:
        record = json.loads(request.messages[-1].content.rsplit('record by "Noor": ', 1)[1])
        name = record.split()[0]
        return json.dumps({"claims": [[f"{name} feeds the geese.", "state", [[name, "feeds", "geese"]]]]})

    with memdb.open(path) as memory:
        memory.enrich(streams=["geese"], model=FakeChatModel(answer), progress=lambda _: note("record"))


def forget(path: Path, note: Callable[[object], None]) -> None:
    with memdb.open(path) as memory:
        with suppress(memdb.NotFoundError):
            memory.forget(speaker="Vetle Oddmar")
        note("forgotten")


def migrate(path: Path, note: Callable[[object], None]) -> None:
    with memdb.open(path) as memory:
        memory.add("I bought a kettle.", speaker="Ana Duarte", stream="team", said_at="2026-05-01")
        note("added")


def reembed(path: Path, note: Callable[[object], None]) -> None:
    _embedding.PAGE = BATCH
    with memdb.open(path, embedder=Other(dimension=64)) as memory:
        memory.reembed(progress=lambda *_: note("page"))


def backup(path: Path, note: Callable[[object], None]) -> None:
    copy = path.with_suffix(".copy")
    with memdb.open(path) as memory:
        if not copy.exists():
            memory.backup(copy)
        note("copied")


OPERATIONS = {one.__name__: one for one in (ingest, enrich, forget, migrate, reembed, backup)}


def run(operation: str, path: Path, at: int) -> None:
    """One operation, in a process of its own."""
    notes = os.open(path.with_suffix(".notes"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    doom = Doom(at)
    files = DoomedFiles(doom)
    os.write(notes, b"begin\n")
    OPERATIONS[operation](path, lambda text: os.write(notes, f"{text}\n".encode()))
    files.unregister()
    os.write(notes, f"changes {doom.count}\n".encode())


def main() -> None:
    for line in sys.stdin:
        operation, path, at = json.loads(line)
        child = os.fork()
        if child == 0:
            run(operation, Path(path), at)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print("killed" if os.WIFSIGNALED(status) else "done" if status == 0 else "failed", flush=True)


if __name__ == "__main__":
    main()
