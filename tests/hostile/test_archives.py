"""An archive that lies, locks, links, leads elsewhere or holds very much costs what it may and nothing else."""

import stat
import struct
import tracemalloc
import zipfile

import pytest

from memdb.importers import Skipped, open_source

NOTE = "# Garden\n\nThe pump is in the shed.\n"


def zipped(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return path


def read(path):
    """What is said in it, and why the rest is not read."""
    items = list(open_source(path))
    said = [item.content for item in items if not isinstance(item, Skipped)]
    return said, {item.where: item.reason for item in items if isinstance(item, Skipped)}


def test_a_link_in_an_archive_is_not_followed_and_is_no_note(tmp_path):
    (tmp_path / "secret.md").write_text("# Secret\n\nThe key is under the mat.\n", encoding="utf-8")
    link = zipfile.ZipInfo("link.md")
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    path = zipped(tmp_path / "export.zip", [(link, str(tmp_path / "secret.md")), ("note.md", NOTE)])
    assert read(path) == (["The pump is in the shed."], {})


@pytest.mark.parametrize(
    "name", ["../../up.md", "/root.md", "C:\\Windows\\a.md", "a/../../b.md", "nul\x00.exe.md", "a\n\x1b[2J.md"]
)
def test_a_name_that_leads_elsewhere_is_a_label(tmp_path, name):
    folder = tmp_path / "in"
    folder.mkdir()
    said, _ = read(zipped(folder / "export.zip", [(name, NOTE), ("note.md", NOTE + "- The key is here.\n")]))
    assert "The key is here." in said
    assert [one.name for one in tmp_path.rglob("*")] == ["in", "export.zip"]


@pytest.mark.parametrize("size", [0, 5, 10**9])
def test_a_size_that_lies_costs_its_file_alone(tmp_path, size):
    path = zipped(tmp_path / "export.zip", [("lies.md", "# Lies\n\n" + "word " * 5000), ("note.md", NOTE)])
    data = bytearray(path.read_bytes())
    entry = data.index(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = struct.pack("<I", size)
    path.write_bytes(data)
    said, skipped = read(path)
    assert "The pump is in the shed." in said
    assert set(skipped) <= {"'lies.md'"}


def test_a_locked_file_is_named_and_the_others_are_read(tmp_path):
    path = zipped(tmp_path / "export.zip", [("locked.md", NOTE), ("note.md", NOTE)])
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x03\x04") + 6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)
    assert read(path) == (["The pump is in the shed."], {"'locked.md'": "damaged or locked in the archive"})


def test_an_archive_in_an_archive_is_not_opened(tmp_path):
    inner = zipped(tmp_path / "inner.zip", [("note.md", NOTE)])
    for n in range(5):
        inner = zipped(tmp_path / f"{n}.zip", [("inner.zip", inner.read_bytes()), ("note.md", NOTE)])
    assert read(inner) == (["The pump is in the shed."], {"'inner.zip'": "no text"})


def test_an_entry_that_shares_the_bytes_of_another_is_skipped(tmp_path):
    path = zipped(tmp_path / "export.zip", [(f"{n}.md", "word " * 9000) for n in range(3)])
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\x01\x02")
    while (at := data.find(b"PK\x01\x02", at + 1)) > 0:
        data[at + 42 : at + 46] = struct.pack("<I", 0)
    path.write_bytes(data)
    said, skipped = read(path)
    assert len(said) <= 1
    assert len(skipped) >= 2


def test_of_each_of_thousands_of_files_little_is_held(tmp_path):
    path = zipped(tmp_path / "export.zip", [(f"{n}.md", "word " * 13_000) for n in range(300)])
    tracemalloc.start()
    source = open_source(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert source.format == "markdown"
    assert peak < 6 * 1024**2  # their beginnings alone were 19
