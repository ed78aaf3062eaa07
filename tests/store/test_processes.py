"""Several processes on one memory at once."""

import subprocess
import sys
import time
from pathlib import Path

import memdb

COMMAND = str(Path(sys.executable).with_name("memdb"))

WRITE = """
import sys, time, memdb
from pathlib import Path
path, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
print("ready", flush=True)
while not path.with_suffix(".go").exists():
    time.sleep(0.001)
with memdb.open(path) as memory:
    for n in range(count):
        memory.add(f"{name} saw bird number {n}.", stream=name if n % 2 else "shared", speaker=name)
"""

READ = """
import sys, time, memdb
end, seen, reads = time.monotonic() + float(sys.argv[2]), 0, 0
with memdb.open(sys.argv[1], create=False) as memory:
    while time.monotonic() < end:
        packets = memory.stats().tables["packets"]
        assert packets >= seen, "what was committed stays"
        seen, reads = packets, reads + 1
        assert memory.read("Who saw a bird?").packets
        assert memory.facts() is not None
print(reads)
"""

WRITE_ON = """
import sys, time, memdb
end, n = time.monotonic() + float(sys.argv[2]), 0
with memdb.open(sys.argv[1]) as memory:
    while time.monotonic() < end:
        memory.add(f"Ana saw bird number {n}.", speaker="Ana")
        n += 1
print(n)
"""


def finish(processes):
    """What each process printed; a process that failed fails the test."""
    outputs = [process.communicate(timeout=60) for process in processes]
    assert [(process.returncode, err) for process, (_, err) in zip(processes, outputs, strict=True)] == [
        (0, "") for _ in processes
    ]
    return [out for out, _ in outputs]


def test_four_processes_write_a_file_that_does_not_exist_yet(path, start):
    for attempt in range(2):
        target = path.with_name(f"{attempt}.memdb")
        processes = [start(WRITE, target, name, 50) for name in ("Ana", "Ben", "Cara", "Dov")]
        for process in processes:
            assert process.stdout.readline() == "ready\n"
        target.with_suffix(".go").touch()
        finish(processes)
        with memdb.open(target, create=False) as memory:
            assert memory.stats().tables["packets"] == 200
            assert memory.stats().streams["shared"] == 100
            assert len({draft.content for draft in memory.export()}) == 200
            assert memory.check().ok


def test_seven_commands_that_add_at_once_leave_seven_records(path):
    words = [COMMAND, "--db", str(path), "add"]
    processes = [
        subprocess.Popen([*words, f"Bird {n}."], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for n in range(7)
    ]
    finish(processes)
    with memdb.open(path, create=False) as memory:
        assert sorted(draft.content for draft in memory.export()) == [f"Bird {n}." for n in range(7)]
        assert memory.check().ok


def test_two_processes_that_ingest_different_files_leave_the_union(path, start, tmp_path):
    program = "import sys, memdb\nwith memdb.open(sys.argv[1]) as memory: memory.ingest(sys.argv[2])"
    for name in ("Ana", "Ben"):
        lines = [f"{n}. {name} saw bird number {n}." for n in range(700)]
        (tmp_path / f"{name}.txt").write_text("\n".join(lines), encoding="utf-8")
    finish([start(program, path, tmp_path / f"{name}.txt") for name in ("Ana", "Ben")])
    with memdb.open(path, create=False) as memory:
        assert memory.stats().tables["packets"] == 1400
        assert memory.check().ok


def test_readers_never_meet_a_busy_error_while_a_writer_writes(filled, start):
    seconds = 2
    with memdb.open(filled) as memory:
        memory.add("Ana saw a bird.", speaker="Ana")
    began = time.monotonic()
    outputs = finish([start(WRITE_ON, filled, seconds), *(start(READ, filled, seconds) for _ in range(4))])
    assert time.monotonic() - began < 30
    assert all(int(out) > 0 for out in outputs)
    with memdb.open(filled) as memory:
        birds = [draft.content for draft in memory.export() if "bird number" in draft.content]
        assert birds == [f"Ana saw bird number {n}." for n in range(int(outputs[0]))]
        assert memory.check().ok
