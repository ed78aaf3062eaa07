import hashlib
import io
import json
import os
import subprocess
import sys
import threading

import pytest

from memdb.errors import ImportFileError, UnknownFormatError
from memdb.importers import contents, open_source
from memdb.records import Draft

JSONL = b'{"content": "one"}\n{"content": "two"}\n'
FACTS_DOCUMENT = json.dumps({"context": "0. A is B.\n1. C is D.\n"}).encode()


def _write(tmp_path, data, name="given"):
    path = tmp_path / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b" \n\t\r\n", "only white space"),
        (b"\xef\xbb\xbf \n", "only white space"),
        (b"SQLite format 3\x00" + bytes(84), "a SQLite database"),
        (b" <!DOCTYPE html>\n<p>x", "an HTML page"),
        (b"\x1f\x8b\x08\x00", "a gzip archive.*unpack it"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "a PNG image"),
        (b"%PDF-1.7\n", "a PDF document"),
        (b"\x00\x01\x02\xff\xfe\xfa" * 50, "is binary"),
        (bytes(1000), "is binary"),
        ("no mark at all".encode("utf-16-le"), "unknown encoding"),
        ("half a word".encode("utf-16")[:-1], "damaged"),
        (b"Caf\xe9 closes at nine.\n", "not UTF-8 text .byte 3.*save it as UTF-8"),
        (FACTS_DOCUMENT[:30], "cut short at byte 30"),
        (b'[{"a": [1, 2, {"b": tr', "cut short at byte 22"),
        (b'[{"a": 1}, {"b" 2}]', r"not valid JSON at line 1, column 17"),
        (b'{"context": "\xff"}', "not UTF-8 text .byte 13"),
        (b'[{"a": ' + b"[" * 100_000, "nested too deeply|cut short"),
        (b"# A heading\n\n## and another\n", "nothing to import as markdown .1 heading without text"),
    ],
)
def test_an_unreadable_file_is_refused_in_one_line_before_anything_is_yielded(tmp_path, data, message):
    path = _write(tmp_path, data)
    with pytest.raises(ImportFileError, match=message) as caught:
        open_source(path)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'[{"cells": {}, "title": "x"}]', 'keys "cells", "title"'),
        (b'{\n "version": 1,\n "nodes": [\n  {"a": 1}\n ]\n}\n', 'keys "version", "nodes"'),
        (b"[1, 2, 3]", "without objects"),
        (b"[]", "without objects"),
        (b'{"events": []}\n{"events": []}\n', 'lines with the keys "events".*needs "content" or "text"'),
        (b'{"type": "summary"}\n{"type": "user"}\n{"type": "system", "content": "x"}\n', 'keys "type"'),
    ],
)
def test_json_of_an_unknown_shape_is_named_by_its_keys(tmp_path, data, message):
    with pytest.raises(UnknownFormatError, match=message):
        open_source(_write(tmp_path, data))


def test_an_unknown_format_name_lists_the_known_ones_even_before_the_file_is_looked_at():
    with pytest.raises(UnknownFormatError, match=r"known formats: auto, jsonl, text, markdown, chatgpt"):
        open_source("no such file", format="csv")


@pytest.mark.parametrize(
    ("name", "message"), [("absent", "no such file"), ("empty", "nothing to import"), ("a\0b", "cannot be read")]
)
def test_what_is_no_file_is_said_so(tmp_path, name, message):
    (tmp_path / "empty").mkdir()
    with pytest.raises(ImportFileError, match=message):
        open_source(tmp_path / name)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="permissions do not bind this user")
def test_a_file_that_may_not_be_read_is_said_so(tmp_path):
    path = _write(tmp_path, JSONL)
    path.chmod(0)
    with pytest.raises(ImportFileError, match="permissions"):
        open_source(path)


def test_a_json_document_over_the_bound_is_refused_with_its_size(tmp_path, monkeypatch):
    monkeypatch.setattr(contents, "MAX_DOCUMENT", 2**20)
    with pytest.raises(ImportFileError, match="3 MiB, more than the 1 MiB"):
        open_source(_write(tmp_path, FACTS_DOCUMENT + b" " * 3 * 2**20))


def test_a_document_format_asked_of_text_says_that_it_is_not_json(tmp_path):
    with pytest.raises(ImportFileError, match="not valid JSON"):
        open_source(_write(tmp_path, b"just a note\n"), format="locomo")


def test_a_document_format_asked_of_a_bare_value_has_nothing_to_import(tmp_path):
    with pytest.raises(ImportFileError, match="nothing to import as locomo"):
        open_source(_write(tmp_path, b"null"), format="locomo")


def test_a_format_asked_of_another_shape_has_nothing_to_import(tmp_path):
    with pytest.raises(ImportFileError, match=r"nothing to import as longmemeval .1 instance without a history"):
        open_source(_write(tmp_path, FACTS_DOCUMENT), format="longmemeval")


@pytest.mark.parametrize("data", [JSONL, FACTS_DOCUMENT, "0. A is B.\n1. C is D.\n".encode("utf-16")])
def test_the_hash_is_that_of_the_bytes_as_given_before_and_after_reading(tmp_path, data):
    source = open_source(_write(tmp_path, data))
    expected = hashlib.sha256(data).hexdigest()
    assert source.sha256 == expected
    list(source)
    assert source.sha256 == expected


def test_standard_input_is_spooled_and_read_twice(monkeypatch):
    big = JSONL * 30_000  # more than stays in memory
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(big)))
    source = open_source("-")
    assert (source.uri, source.format, source.total_bytes) == ("stdin", "jsonl", len(big))
    assert source.sha256 == hashlib.sha256(big).hexdigest()
    for _ in range(2):
        assert sum(isinstance(item, Draft) for item in source) == 60_000


def test_notes_from_standard_input_have_no_session():
    code = "from memdb.importers import open_source as o; print([(i.content, i.session) for i in o('-')])"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], input=b"A note.\n", capture_output=True, check=True
    )
    assert done.stdout.decode().strip() == "[('A note.', None)]"
    assert done.stderr == b""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_is_read_once_into_a_spool(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(JSONL,))
    writer.start()
    source = open_source(pipe)
    writer.join()
    assert [item.content for item in source] == ["one", "two"]


def test_a_file_that_grows_gives_what_its_hash_was_taken_of(tmp_path):
    path = _write(tmp_path, JSONL)
    source = open_source(path)
    with path.open("ab") as file:
        file.write(b'{"content": "three"}\n')
    assert [item.content for item in source] == ["one", "two"]
