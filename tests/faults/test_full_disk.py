"""A real disk that is full: what was acknowledged is kept, and a copy that does not fit leaves nothing."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import memdb

TOLD = "the disk is full.*free some space"


@pytest.fixture
def small_disk(tmp_path) -> Iterator[Path]:
    """A real disk of one megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("a small disk cannot be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_is_told_and_keeps_what_was_acknowledged(small_disk, tmp_path):
    stored, filler = [], small_disk / "filler"
    filler.write_bytes(bytes(200_000))
    with memdb.open(small_disk / "memory.memdb") as memory:
        with pytest.raises(memdb.StoreError, match=TOLD):
            stored.extend(memory.add(f"Bird {n} flew past." * 100).packet for n in range(100))
        with pytest.raises(memdb.StoreError, match=TOLD):
            memory.forget(packet=stored[0])
        assert memory.check().ok
    filler.unlink()  # an opening writes a little too
    with memdb.open(small_disk / "memory.memdb") as memory:
        assert [memory.show(packet)["packet"] for packet in stored] == stored
        assert memory.stats().tables["packets"] == len(stored) > 1
        assert memory.check().ok


def test_a_backup_that_does_not_fit_leaves_nothing(small_disk, tmp_path):
    with memdb.open(tmp_path / "memory.memdb") as memory:
        memory.ingest_drafts(memdb.Draft(content=f"Bird {n} flew past. " * 20) for n in range(600))
        for _ in range(2):
            with pytest.raises(memdb.StoreError, match=r"copy\.memdb.*free some space"):
                memory.backup(small_disk / "copy.memdb")
            assert list(small_disk.iterdir()) == []
