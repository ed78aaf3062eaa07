"""Where a memory may lie: without permissions, behind links, under several names; and a clock that is set back."""

import os
import subprocess
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

import memdb
from memdb.extract import queue
from memdb.models import FakeChatModel

VERBS = """
import ctypes, sys
# Whoever runs the tests may be allowed to pass over permissions: capset(2) with empty sets gives that up.
header, none = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
assert ctypes.CDLL(None).capset(header, none) == 0

import memdb

path = sys.argv[1]
for name, verb in {
    "ask": lambda memory: memory.ask("Where does Ana live?").answer,
    "check": lambda memory: memory.check().ok,
    "backup": lambda memory: memory.backup(sys.argv[2]).name,
    "add": lambda memory: memory.add("I live in Rome.").new,
    "forget": lambda memory: memory.forget(packet=1).packets,
    "correct": lambda memory: memory.correct("Ana", "residence", "Rome").new,
    "embedder": lambda memory: memory.use("embedder", None),
}.items():
    try:
        with memdb.open(path) as memory:
            print(name, verb(memory), sep=": ")
    except memdb.StoreError as error:
        print(name, error, sep=": ")
"""
READ_ONLY = "is read-only: check the permissions of the file and its folder"
CLOSED = "cannot be opened: check its permissions, and that its folder exists and may be written"
UNREACHABLE = "(Permission denied): give another"


@pytest.fixture
def filled(tmp_path) -> Path:
    """A memory, alone in a folder."""
    path = tmp_path / "folder" / "memory.memdb"
    with memdb.open(path) as memory:
        memory.add("I live in Ghent.", speaker="Ana")
    return path


@pytest.mark.skipif(sys.platform != "linux", reason="gives up the rights of root as Linux has it")
@pytest.mark.parametrize(
    ("modes", "reads", "told"),
    [
        ((0o444, 0o755), True, READ_ONLY),
        ((0o644, 0o555), False, READ_ONLY),
        ((0o444, 0o555), False, READ_ONLY),
        ((0o000, 0o755), False, CLOSED),
        ((0o644, 0o600), False, UNREACHABLE),
    ],
    ids=["read-only file", "read-only folder", "both", "no permission", "closed folder"],
)
def test_what_may_not_be_written_is_read_or_refused_in_one_line(filled, tmp_path, modes, reads, told):
    of_file, of_folder = modes
    before = filled.read_bytes()
    filled.chmod(of_file)
    filled.parent.chmod(of_folder)
    try:
        words = [sys.executable, "-c", VERBS, str(filled), str(tmp_path / "copy")]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    finally:
        filled.parent.chmod(0o755)
    assert done.stderr == ""
    lines = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    read = {"ask": "Ghent", "check": "True", "backup": "copy"}
    refused = lines if not reads else {name: line for name, line in lines.items() if name not in read}
    assert [line for line in refused.values() if str(filled) not in line or not line.endswith(told)] == []
    assert len(lines) == 7
    if reads:
        assert {name: lines[name] for name in read} == read
    filled.chmod(0o644)
    assert filled.read_bytes() == before


def test_a_memory_behind_a_link_is_the_one_that_it_leads_to(filled, tmp_path):
    to_file, to_folder = tmp_path / "file", tmp_path / "way"
    to_file.symlink_to(filled)
    to_folder.symlink_to(filled.parent, target_is_directory=True)
    paths = (filled, to_file, to_folder / filled.name, Path(os.path.relpath(filled)))
    memories = [memdb.open(path) for path in paths]
    for n, memory in enumerate(memories):
        memory.add(f"Bird {n} flew past.")
        assert [other.stats().tables["packets"] for other in memories] == [n + 2] * len(paths)

    def write(name, memory):
        for n in range(5):
            memory.add(f"{name} saw bird {n}.")

    threads = [threading.Thread(target=write, args=entry) for entry in enumerate(memories)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for memory in memories:
        assert memory.stats().tables["packets"] == 1 + 6 * len(paths)
        memory.close()
    with memdb.open(filled) as memory:
        assert memory.check().ok
    assert [file.name for file in filled.parent.iterdir()] == [filled.name]


def test_a_link_that_leads_nowhere_yet_makes_the_file_there(tmp_path):
    link, target = tmp_path / "link", tmp_path / "target.memdb"
    link.symlink_to(target)
    with memdb.open(link) as memory:
        memory.add("I live in Ghent.", speaker="Ana")
    assert link.is_symlink()
    with memdb.open(target, create=False) as memory:
        assert memory.ask("Where does Ana live?").answer == "Ghent"


def test_a_file_with_two_names_is_refused_since_it_would_have_two_logs(filled, tmp_path):
    (tmp_path / "other.memdb").hardlink_to(filled)
    for path in (filled, tmp_path / "other.memdb"):
        with pytest.raises(memdb.StoreError, match=r"2 names .*copy it"):
            memdb.open(path)
    (tmp_path / "other.memdb").unlink()
    with memdb.open(filled) as memory:
        assert memory.check().ok


def test_a_clock_that_is_set_back_loses_no_record_and_leaves_none_held(filled, monkeypatch):
    def at(year):
        class Clock(datetime):
            @classmethod
            def now(cls, tz=UTC):
                return datetime(year, 1, 1, tzinfo=tz)

        monkeypatch.setattr("memdb._verbs.writing.datetime", Clock)
        monkeypatch.setattr(queue.time, "time", Clock.now().timestamp)

    with memdb.open(filled) as memory:
        at(2040)
        memory.add("I live in Bruges.", speaker="Ben")
        taken = queue.ExtractionQueue(memory._store.connection(), model="other", lease_s=300.0)
        assert taken.take(1, after=0), "and the process is killed"
        at(2030)
        memory.add("I like figs.", speaker="Ben")
        memory.add("I live in Rome.", speaker="Ben")
        told = [draft.content for draft in memory.export()]
        assert told == ["I live in Ghent.", "I live in Bruges.", "I like figs.", "I live in Rome."]
        assert memory.check().ok
        report = memory.enrich(model=FakeChatModel(lambda _: '{"claims": []}'))
        assert (report.read, report.awaiting) == (4, 0)
