"""Nothing that a record, a name or a file says drives the terminal, whatever the command is."""

import json
import re

import pytest

import memdb
from memdb_cli.main import main

EVIL = "\x1b[2J\x1b]0;owned\x07\x9b31m\x9d8;;x\x9c\u202egnp\u2066\x00\x08\x7f\r"
DRIVES = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture
def hostile(path):
    """A memory in which every field that a source can fill holds escape sequences."""
    with memdb.open(path) as memory:
        for n, said in enumerate(("I live in Ghent{0}.", "I work at {0}Northwind{0}.", "My boat is the {0}Otter{0}.")):
            memory.ingest_drafts([
                memdb.Draft(
                    content=said.format(EVIL), speaker=f"Ana{EVIL}", session=f"s{EVIL}", turn=f"t{n}{EVIL}",
                    caption=f"a photo{EVIL}", image_query=f"boat{EVIL}", said_at="2026-01-05", stream=f"x{EVIL}",
                )
            ])  # fmt: skip
        memory.ingest_drafts(
            [memdb.Draft(content=f"The capital of Lirone{EVIL} is Vesk{EVIL}.")], stream=f"facts{EVIL}", profile="facts"
        )
        memory.correct(f"Ana{EVIL}", "home", f"Bruges{EVIL}", stream=f"x{EVIL}")
    return path


def run(capsys, *words):
    main([str(word) for word in words])
    done = capsys.readouterr()
    assert "Traceback" not in done.err
    return done


COMMANDS = [
    ["ask", "Where does Ana live?"],
    ["ask", f"Where does Ana{EVIL} live?", "--evidence"],
    ["ask", "Which boat?", "--k", "3"],
    ["search", "boat Ghent"],
    ["search", f"boat{EVIL}"],
    ["trace", "Where does Ana live?"],
    ["facts"],
    ["facts", f"Ana{EVIL}", "--history"],
    ["facts", f"nobody{EVIL}"],
    ["relations"],
    ["sessions"],
    ["cells"],
    ["show", "1"],
    ["stats"],
    ["check"],
    ["export"],
    ["forget", "--packet", "1", "--dry-run"],
    ["forget", "--speaker", f"nobody{EVIL}", "--yes"],
    ["--stream", f"none{EVIL}", "search", "x"],
    ["relations", "set", f"none{EVIL}", "multi"],
    ["models", "use", "reader", f"none{EVIL}"],
    ["correct", f"Ana{EVIL}", "home", f"Oslo{EVIL}"],
    ["add", f"Hello{EVIL}", "--speaker", f"Ben{EVIL}"],
    ["no-such" + EVIL],
]


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:2]).encode("ascii", "replace").decode())
def test_no_output_drives_the_terminal(hostile, capsys, words, form):
    done = run(capsys, "--db", hostile, *form, *words)
    assert DRIVES.findall(done.out) == []
    assert DRIVES.findall(done.err) == []
    if form and done.out:
        json.loads(done.out)


@pytest.mark.parametrize("name", ["bad\x1b[2J.jsonl", "bad\u202e.md", "bad\x9b.zip", "bad\n\x1b[2J.txt"])
@pytest.mark.parametrize("data", [b"", b"\x00\x01", b'{"content": 7}\n{"content": "\\u001b[2J"}\n', b"PK\x03\x04"])
def test_no_message_about_a_file_drives_the_terminal(path, tmp_path, capsys, name, data):
    file = tmp_path / name
    file.write_bytes(data)
    for words in (["ingest", file], ["ingest", file, "--dry-run"], ["ingest", file, "--format", f"x{EVIL}"]):
        done = run(capsys, "--db", path, *words)
        assert DRIVES.findall(done.out + done.err) == []


def test_what_is_escaped_in_json_reads_back_as_it_was(hostile, capsys):
    found = json.loads(run(capsys, "--db", hostile, "export", "--json").out)
    assert found["packets"][0]["content"] == f"I live in Ghent{EVIL}."
    lines = run(capsys, "--db", hostile, "export").out.split("\n")
    assert json.loads(lines[0])["speaker"] == f"Ana{EVIL}"
