"""One memory shared by threads, and closed under them."""

import threading
import time
from pathlib import Path

import pytest

import memdb

OPEN_FILES = Path("/proc/self/fd")


def test_a_closed_memory_says_so_in_every_thread(filled):
    memory = memdb.open(filled)
    memory.close()
    memory.close()
    found: list[BaseException] = []

    def use():
        try:
            memory.search("Ghent")
        except memdb.UsageError as error:
            found.append(error)

    use()
    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert ["closed" in str(error) for error in found] == [True, True]


def test_two_threads_write_and_read_one_memory(path):
    with memdb.open(path) as memory:

        def write(name):
            for n in range(40):
                memory.add(f"{name} saw bird number {n}.", speaker=name)
                assert memory.search(f"bird {n}")

        threads = [threading.Thread(target=write, args=(name,)) for name in ("Ana", "Ben")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert memory.stats().tables["packets"] == 80
        assert memory.check().ok


def test_closing_a_memory_that_threads_are_using_waits_for_their_statements_and_keeps_what_was_stored(path):
    memory = memdb.open(path)
    stored: list[str] = []
    errors: list[BaseException] = []

    def write(name):
        try:
            for n in range(10_000):
                memory.add(f"{name} saw bird number {n}.", speaker=name)
                stored.append(f"{name} saw bird number {n}.")
        except BaseException as error:  # noqa: BLE001 - whatever it is, the test looks at it
            errors.append(error)

    threads = [threading.Thread(target=write, args=(name,)) for name in ("Ana", "Ben", "Cara")]
    for thread in threads:
        thread.start()
    while len(stored) < 20:
        time.sleep(0.001)
    memory.close()
    for thread in threads:
        thread.join()
    assert [(type(error), str(error)) for error in errors] == [
        (memdb.UsageError, "this memory is closed: open it again")
    ] * 3
    with memdb.open(path) as again:
        assert set(stored) <= {draft.content for draft in again.export()}
        assert again.check().ok


@pytest.mark.skipif(not OPEN_FILES.is_dir(), reason="counts open files as Linux lists them")
def test_threads_that_ended_hold_no_files(filled):
    def files():
        return [name for name in map(_target, OPEN_FILES.iterdir()) if filled.name in name]

    with memdb.open(filled) as memory:
        for _ in range(30):
            thread = threading.Thread(target=memory.search, args=("Ghent",))
            thread.start()
            thread.join()
        assert len(files()) < 10
    assert files() == []


def _target(descriptor):
    try:
        return str(descriptor.readlink())
    except OSError:
        return ""
