"""Copies of a memory."""

import threading

import pytest

import memdb


def test_a_backup_holds_every_row_and_works_as_a_memory(filled, tmp_path, dump):
    copy = tmp_path / "copy.memdb"
    with memdb.open(filled) as memory:
        assert memory.backup(copy) == copy
    assert dump(copy) == dump(filled)
    with memdb.open(copy, create=False) as memory:
        assert memory.add("I moved to Paris.").new
        assert memory.check().ok


def test_a_backup_is_one_file(filled, tmp_path):
    (tmp_path / "copies").mkdir()
    with memdb.open(filled) as memory:
        memory.backup(tmp_path / "copies" / "copy.memdb")
        assert [path.name for path in (tmp_path / "copies").iterdir()] == ["copy.memdb"]


def test_a_backup_never_replaces_a_file(filled, tmp_path):
    other = tmp_path / "letter.txt"
    other.write_text("dear Ana")
    with memdb.open(filled) as memory:
        for destination in (other, filled, tmp_path):
            with pytest.raises(memdb.StoreError, match="exists"):
                memory.backup(destination)
    assert other.read_text() == "dear Ana"


def test_a_backup_needs_a_folder(filled, tmp_path):
    with memdb.open(filled) as memory, pytest.raises(memdb.StoreError, match="folder"):
        memory.backup(tmp_path / "nowhere" / "copy.memdb")


def test_a_backup_during_writes_is_whole_and_holds_what_was_there_when_it_began(filled, tmp_path):
    stop = threading.Event()
    with memdb.open(filled) as memory:
        before = {draft.content for draft in memory.export()}

        def write():
            n = 0
            while not stop.is_set():
                memory.add(f"Bird number {n} flew past.")
                n += 1

        thread = threading.Thread(target=write)
        thread.start()
        try:
            copies = [memory.backup(tmp_path / f"{n}.memdb") for n in range(3)]
        finally:
            stop.set()
            thread.join()
    for copy in copies:
        with memdb.open(copy, create=False) as memory:
            birds = [draft.content for draft in memory.export() if draft.content.startswith("Bird")]
            assert birds == [f"Bird number {n} flew past." for n in range(len(birds))]
            assert before <= {draft.content for draft in memory.export()}
            assert memory.check().ok
