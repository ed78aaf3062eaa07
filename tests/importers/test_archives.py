"""Zip archives and folders, made here."""

import json
import zipfile

import pytest

from memdb.errors import ImportFileError
from memdb.importers import Skipped, archives, open_source

CHAT = json.dumps([
    {"mapping": {"a": {"message": {"author": {"role": "user"}, "content": {"parts": ["I keep bees."]}}}}, "id": "c"}
])  # fmt: skip
NOTE = "# Garden\n\nThe pump is in the shed.\n"


def _zip(tmp_path, members, name="export.zip", **options):
    path = tmp_path / name
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, **options) as archive:
        for member, data in members.items():
            archive.writestr(member, data)
    return path


def _folder(tmp_path, members):
    for member, data in members.items():
        path = tmp_path / "folder" / member
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return tmp_path / "folder"


def _said(source):
    return [item.content for item in source if not isinstance(item, Skipped)]


@pytest.mark.parametrize("make", [_zip, _folder])
def test_an_archive_gives_what_each_file_in_it_would(tmp_path, make):
    source = open_source(make(tmp_path, {"conversations.json": CHAT, "notes/2026-03-01.md": NOTE}))
    assert (source.format, source.default_stream) == ("chatgpt+markdown", "chatgpt")
    for _ in range(2):
        drafts = list(source)
        assert [(one.content, one.stream, one.profile, one.said_at) for one in drafts] == [
            ("I keep bees.", "chatgpt", "dialogue", None),
            ("The pump is in the shed.", "notes", "notes", "2026-03-01"),
        ]
    assert source.bytes_read == source.total_bytes


def test_a_stream_that_is_given_takes_every_format(tmp_path):
    path = _zip(tmp_path, {"conversations.json": CHAT, "note.md": NOTE})
    assert {draft.stream for draft in open_source(path, stream="mine")} == {"mine"}


def test_one_format_in_several_files_is_that_format(tmp_path):
    path = _zip(tmp_path, {"conversations-000.json": CHAT, "conversations-001.json": CHAT.replace("bees", "goats")})
    source = open_source(path)
    assert source.format == "chatgpt"
    assert _said(source) == ["I keep bees.", "I keep goats."]
    assert all(draft.stream is None for draft in source)


def test_what_is_no_export_is_skipped_with_its_place(tmp_path):
    members = {
        "chat.html": "<!DOCTYPE html><p>I keep bees.</p>",
        "conversations.json": CHAT,
        "dalle/one.png": b"\x89PNG\r\n\x1a\n\x00",
        "empty.txt": "",
        "inner.zip": b"PK\x03\x04",
        "table.csv": "a,b\n1,2\n",
        "user.json": '{"id": "u", "email": "x"}',
        "__MACOSX/._conversations.json": "x",
        ".hidden.md": NOTE,
    }
    source = open_source(_zip(tmp_path, members))
    assert _said(source) == ["I keep bees."]
    assert [(item.where, item.reason) for item in source if isinstance(item, Skipped)] == [
        ("'chat.html'", "no text"),
        ("'dalle/one.png'", "no text"),
        ("'empty.txt'", "no text"),
        ("'inner.zip'", "no text"),
        ("'table.csv'", "no export that memdb reads"),
        ("'user.json'", "no export that memdb reads"),
    ]


def test_a_damaged_file_costs_no_other(tmp_path):
    path = _zip(tmp_path, {"a.md": NOTE, "b.md": "x" * 5000, "c.md": b"# caf\xe9\n\nx"})
    data = bytearray(path.read_bytes())
    data[data.index(b"b.md") + 8] ^= 0xFF
    path.write_bytes(data)
    source = open_source(path)
    assert _said(source) == ["The pump is in the shed."]
    assert [item.where for item in source if isinstance(item, Skipped)] == ["'b.md'", "'c.md'"]


def test_of_two_files_of_one_name_the_later_counts_and_the_other_is_told(tmp_path):
    source = open_source(_zip(tmp_path, {"a//b.md": "# First", "a/b.md": "# Second\n\nThe pump."}))
    assert _said(source) == ["The pump."]
    assert [item for item in source if isinstance(item, Skipped)] == [
        Skipped("replaced by a later file of the same name", "'a/b.md'")
    ]


def test_names_that_lead_out_of_an_archive_are_labels_and_nothing_is_written(tmp_path):
    path = _zip(tmp_path, {"../../up.md": NOTE, "/root.md": NOTE}, name="in.zip")
    assert _said(open_source(path)) == ["The pump is in the shed."] * 2
    assert [one.name for one in tmp_path.iterdir()] == ["in.zip"]


def test_a_bomb_is_refused_by_what_its_list_of_files_says(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "SMALL", 1024**2)
    with pytest.raises(ImportFileError, match="would unpack to 3 MiB, more than 100 times its size"):
        open_source(_zip(tmp_path, {"zeros.txt": b"0" * 3 * 1024**2}, compresslevel=9))


def test_too_many_files_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "MAX_FILES", 2)
    members = {f"{n}.md": NOTE for n in range(3)}
    for path in (_zip(tmp_path, members), _folder(tmp_path, members)):
        with pytest.raises(ImportFileError, match="more than 2 files"):
            open_source(path)


@pytest.mark.parametrize("data", [b"PK\x03\x04abc", b"PK\x05\x06"])
def test_a_broken_archive_is_refused(tmp_path, data):
    path = tmp_path / "export.zip"
    path.write_bytes(data)
    with pytest.raises(ImportFileError, match="damaged zip archive"):
        open_source(path)


def test_an_archive_with_nothing_to_import_says_why(tmp_path):
    with pytest.raises(ImportFileError, match=r"nothing to import .1 no text"):
        open_source(_zip(tmp_path, {"a.png": b"\x89PNG\r\n\x1a\n"}))


def test_an_item_of_the_only_file_of_an_archive_is_named_with_its_file(tmp_path):
    path = _zip(tmp_path, {"a/conversations.json": CHAT.replace("[", '["no object", ', 1)})
    assert next(iter(open_source(path))) == Skipped("not an object", "'a/conversations.json' item 1")


def test_a_note_in_another_encoding_is_read(tmp_path):
    (draft,) = open_source(_zip(tmp_path, {"a.md": NOTE.encode("utf-16")}))
    assert (draft.content, draft.session) == ("The pump is in the shed.", "a / Garden")


def test_a_chat_in_an_archive_is_named_after_it(tmp_path):
    chat = "[05/11/2025, 21:04:07] Noor: x\n"
    (draft,) = open_source(_zip(tmp_path, {"_chat.txt": chat}, name="WhatsApp Chat - Boat (2).zip"))
    assert draft.session == "Boat 2025-11-05"
