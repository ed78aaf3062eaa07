"""Copies of a memory."""

import os
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


def test_what_a_killed_backup_left_long_ago_is_taken_away_and_what_one_writes_now_is_not(filled, tmp_path):
    left, fresh, other = (tmp_path / name for name in ("b[1].db.x.part", "b[1].db.y.part", "c.db.x.part"))
    for file in (left, fresh, other):
        file.write_bytes(b"half")
    for file in (left, other):
        os.utime(file, (0, 0))
    with memdb.open(filled) as memory:
        memory.backup(tmp_path / "b[1].db")
    assert (left.exists(), fresh.exists(), other.exists()) == (False, True, True)


def test_a_backup_of_a_memory_whose_records_were_altered_is_refused(filled, tmp_path, sql):
    sql(filled, "DROP TRIGGER packets_are_immutable", "UPDATE packets SET content = 'x' WHERE id = 1")
    with memdb.open(filled) as memory, pytest.raises(memdb.StoreError, match="fails its checks"):
        memory.backup(tmp_path / "b.db")
    assert list(tmp_path.glob("b.db*")) == []


def test_a_backup_onto_the_memory_itself_is_refused_by_whatever_name(filled, tmp_path):
    link, hard = tmp_path / "link.db", tmp_path / "hard.db"
    with memdb.open(filled) as memory:
        link.symlink_to(filled)
        hard.hardlink_to(filled)
        for name in (filled, link, hard):
            with pytest.raises(memdb.StoreError, match="exists"):
                memory.backup(name)
        hard.unlink()
    with memdb.open(filled) as memory:
        assert memory.check().ok


def test_a_restored_backup_has_every_record_byte_for_byte(filled, tmp_path):
    odd = ["a\0b", "\r\n", "e\u0301", "\u2028 \U0001f469\u200d\U0001f467", " " * 3, "x" * 100_000]
    with memdb.open(filled) as memory:
        memory.ingest_drafts(memdb.Draft(content=text, turn=str(n)) for n, text in enumerate(odd))
        kept = list(memory.export())
        memory.backup(tmp_path / "copy.db")
    filled.unlink()
    (tmp_path / "copy.db").rename(filled)
    with memdb.open(filled) as memory:
        assert list(memory.export()) == kept
        assert memory.check().ok
