"""Every failure is one line on stderr, nothing on stdout, and an exit code."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from memdb_cli.main import main
from memdb_cli.target import Target

COMMAND = str(Path(sys.executable).with_name("memdb"))


def assert_one_line(result, code):
    assert result.code == code
    assert result.out == ""
    assert result.err.count("\n") == 1
    assert result.err.startswith("memdb: ")


@pytest.mark.parametrize(
    "words",
    [
        ("bogus",),
        ("--bogus",),
        ("ask",),
        ("ask", "--bogus", "x"),
        ("ask", "x", "y"),
        ("ask", "x", "--k", "0"),
        ("ask", "x", "--view", "sideways"),
        ("show", "seven"),
        ("forget",),
        ("forget", "--json"),
        ("eval", "crossword", "somewhere"),
        ("--stream", "a", "stats"),
        ("--stream", "a", "--stream", "b", "add", "text"),
        ("add", "broken \udcff bytes"),
    ],
)
def test_a_call_that_cannot_mean_anything_exits_2(memdb, words):
    assert_one_line(memdb(*words), 2)


@pytest.mark.parametrize(
    "words",
    [
        ("ask", "who?"),
        ("ask", "who?", "--json"),
        ("search", "who"),
        ("facts",),
        ("correct", "Ana", "lives in", "Ghent"),
        ("trace", "who?"),
        ("show", "1"),
        ("sessions",),
        ("cells",),
        ("cells", "rebuild"),
        ("stats",),
        ("check",),
        ("check", "--repair"),
        ("backup", "copy.memdb"),
        ("export",),
        ("forget", "--packet", "1", "--yes"),
    ],
)
def test_without_a_memory_a_command_says_how_to_start_one(memdb, database, words):
    result = memdb(*words)
    assert_one_line(result, 1)
    assert "memdb ingest" in result.err
    assert "memdb add" in result.err
    assert not database.exists()


@pytest.mark.parametrize("name", ["missing.txt", "empty.txt", "binary.bin", "folder"])
def test_a_file_that_cannot_be_imported_leaves_nothing_behind(memdb, database, tmp_path, name):
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "binary.bin").write_bytes(bytes(range(256)) * 40)
    (tmp_path / "folder").mkdir()
    result = memdb("ingest", str(tmp_path / name))
    assert_one_line(result, 1)
    assert name in result.err
    assert not database.exists()


def test_an_unknown_format_exits_1(memdb, tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("The kettle is blue.")
    assert_one_line(memdb("ingest", str(file), "--format", "papyrus"), 1)


def test_a_file_that_is_not_a_memory_is_named_and_left_alone(memdb, tmp_path):
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ilse, " * 400)
    before = other.read_bytes()
    result = memdb("--db", str(other), "stats")
    assert_one_line(result, 1)
    assert "letter.txt" in result.err
    assert other.read_bytes() == before


def test_an_unexpected_exception_is_called_a_bug_and_says_how_to_see_more(memdb, monkeypatch):
    def broken(self, *, create=False):
        raise KeyError("gone\nand\x1b[31m more")

    monkeypatch.setattr(Target, "open", broken)
    result = memdb("stats")
    assert_one_line(result, 1)
    assert "bug" in result.err
    assert "MEMDB_DEBUG=1" in result.err
    assert "\x1b" not in result.err


def test_debug_mode_lets_the_exception_through(memdb, monkeypatch):
    monkeypatch.setenv("MEMDB_DEBUG", "1")
    with pytest.raises(Exception, match="memdb ingest"):
        main(["stats"])


def test_an_interrupt_exits_130_without_a_traceback(database):
    # A shell that runs tests in the background has them ignore interrupts, and what they start does too.
    with subprocess.Popen(
        [COMMAND, "add", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads run here
    ) as process:
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert out == b""
    assert err.strip() == b""
    assert not database.exists()


def test_a_reader_that_goes_away_is_no_error_message(filled):
    for number in range(60):
        assert filled("add", f"Shelf {number} holds jar {number}. " * 200, "--turn", f"T{number}").code == 0
    with subprocess.Popen([COMMAND, "export"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
        process.wait(timeout=20)
    assert err == b""


def test_output_survives_a_terminal_without_unicode(filled):
    assert filled("add", "Zoë keeps 張三's headphones 🎧", "--turn", "Z1").code == 0
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    done = subprocess.run(
        [COMMAND, "search", "headphones", "--json"], env=environment, capture_output=True, check=True, text=True
    )
    assert "\\u5f35" in done.stdout
