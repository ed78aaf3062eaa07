"""Locks.

Proved where the behaviour lives:
- a writer and readers: tests/store/test_processes.py::test_readers_never_meet_a_busy_error_while_a_writer_writes
- seven commands: tests/store/test_processes.py::test_seven_commands_that_add_at_once_leave_seven_records
- enriching beside reading and writing:
  tests/enrich/test_processes.py::test_readers_and_writers_do_not_wait_for_a_call_of_the_model
- embedding beside them: tests/test_embedding.py::test_readers_and_writers_go_on_while_records_are_embedded
"""

import os
import threading

import pytest

import memdb

SECONDS = os.environ.get("MEMDB_SECONDS")
GO_ON = """
import sys, time, memdb
path, writes, end, done = sys.argv[1], sys.argv[2] == "write", time.monotonic() + float(sys.argv[3]), 0
with memdb.open(path) as memory:
    while time.monotonic() < end:
        if writes:
            memory.add(f"Bird {done} flew past.")
        else:
            assert memory.search("bird", k=1)
        done += 1
print(done)
"""


@pytest.mark.skipif(SECONDS is None, reason="set MEMDB_SECONDS=60 for the full run")
def test_a_writer_and_eight_readers_meet_no_lock(path, start):
    with memdb.open(path) as memory:
        memory.add("A bird sang.")
    running = [start(GO_ON, path, role, SECONDS) for role in ("write", *["read"] * 8)]
    ended = [process.communicate(timeout=20 * float(SECONDS) + 60) for process in running]
    assert [err for _, err in ended] == [""] * 9
    assert all(int(out) > 0 for out, _ in ended)
    with memdb.open(path) as memory:
        assert memory.stats().tables["packets"] == 1 + int(ended[0][0])
        assert memory.check().ok


def test_a_long_reader_keeps_its_view_while_writers_go_on_and_the_log_is_folded_later(tmp_path):
    path = tmp_path / "memory.memdb"
    with memdb.open(path) as memory:
        memory.ingest_drafts(memdb.Draft(content=f"Bird {n} flew past.") for n in range(50))
        connection = memory._store.connection()
        count = "SELECT count(*) FROM packets"

        def write():
            for n in range(3):
                memory.ingest_drafts(memdb.Draft(content=f"Goose {n} {m} swam by. " * 9) for m in range(200))

        with connection.snapshot():
            assert connection.value(count) == 50
            writer = threading.Thread(target=write)
            writer.start()
            writer.join()
            assert connection.value(count) == 50, "one state of the file, however long"
        assert connection.value(count) == 650
        assert memory.check().ok
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
