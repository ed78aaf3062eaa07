"""A file of an earlier schema is copied before it is changed, and nothing of it is lost whatever happens."""

import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

import memdb
from memdb.store import SCHEMA_VERSION

LEGACY = sorted((Path(__file__).parents[2] / "fixtures" / "legacy").glob("schema-*.db"))
VERSIONS = [int(file.stem.split("-")[1]) for file in LEGACY]
OPEN = "import sys, memdb\nwith memdb.open(sys.argv[1]) as memory: print(memory.stats().tables['packets'])"


@pytest.fixture(params=LEGACY, ids=lambda file: file.stem)
def old(request, path):
    return Path(shutil.copy(request.param, path))


def copies(path):
    return sorted(path.parent.glob(f"{path.name}.schema-*.bak"))


def test_the_copy_holds_what_the_file_held_and_only_its_owner_reads_it(old, sql):
    before = sql(old, "SELECT id, content FROM packets ORDER BY id")
    (version,) = sql(old, "PRAGMA user_version")[0]
    with memdb.open(old) as memory:
        assert memory.stats().schema_version == SCHEMA_VERSION
    (copy,) = copies(old)
    assert copy.name == f"{old.name}.schema-{version}.bak"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert sql(copy, "PRAGMA user_version") == [(version,)]
    assert sql(copy, "SELECT id, content FROM packets ORDER BY id") == before
    assert sql(old, "SELECT id, content FROM packets ORDER BY id") == before
    with memdb.open(old) as memory:
        assert memory.check(repair=True).ok
    assert copies(old) == [copy]


def test_forgetting_deletes_the_copies_that_would_still_hold_the_records(old):
    with memdb.open(old) as memory:
        (copy,) = copies(old)
        report = memory.forget(stream="main")
        assert report.copies == (str(copy),)
    assert copies(old) == []


def test_without_room_for_the_copy_the_file_stays_as_it_is(old, monkeypatch):
    before = old.read_bytes()
    monkeypatch.setattr("memdb.store.backup.mkstemp", lambda **_: (_ for _ in ()).throw(OSError(28, "No space left")))
    with pytest.raises(memdb.StoreError, match=r"cannot be copied first.*No space left.*free some space"):
        memdb.open(old)
    assert old.read_bytes()[100:] == before[100:]
    monkeypatch.undo()
    with memdb.open(old) as memory:
        assert memory.stats().tables["packets"] == 47


def test_two_processes_bring_one_file_up_to_date(old, start):
    outputs = [process.communicate(timeout=120) for process in [start(OPEN, old) for _ in range(4)]]
    assert outputs == [("47\n", "")] * 4
    assert len(copies(old)) == 1


def test_a_migration_that_is_killed_loses_nothing(old, start):
    for delay in (0.15, 0.2, 0.25, 0.3, 0.4):
        process = subprocess.Popen([sys.executable, "-c", OPEN, str(old)], stdout=subprocess.PIPE)
        time.sleep(delay)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
    with memdb.open(old) as memory:
        assert memory.stats().tables["packets"] == 47
        assert memory.ask("Where does Ana live?", streams=["main"]).answer == "Ghent"
        assert memory.check(repair=True).ok


@pytest.mark.parametrize("kept", [False, True], ids=["without a copy", "with a copy"])
def test_a_newer_file_is_refused_with_a_way_back(path, sql, kept):
    with memdb.open(path) as memory:
        memory.add("I live in Ghent.")
        if kept:
            memory.backup(path.with_name(f"{path.name}.schema-{SCHEMA_VERSION}.bak"))
    sql(path, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    way = rf"go back to .*schema-{SCHEMA_VERSION}\.bak" if kept else "export it there"
    with pytest.raises(memdb.NewerSchemaError, match=f"newer memdb.*upgrade memdb-engine, or {way}"):
        memdb.open(path)
