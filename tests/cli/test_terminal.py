"""What happens only when a person is at a terminal: questions before deleting, and progress."""

import os
import pty
import subprocess
import sys
from pathlib import Path

COMMAND = str(Path(sys.executable).with_name("memdb"))
DEMO = Path(__file__).parents[2] / "fixtures" / "demo"


def at_a_terminal(*words: str, keys: bytes = b"") -> tuple[int, bytes, bytes]:
    """Run the command with a terminal as stdin and stderr; stdout is a pipe. Returns code, stdout, terminal."""
    terminal, end = pty.openpty()
    with subprocess.Popen([COMMAND, *words], stdin=end, stderr=end, stdout=subprocess.PIPE) as process:
        os.close(end)
        os.write(terminal, keys)
        out = process.stdout.read()
        process.wait(timeout=30)
    seen = b""
    try:
        while piece := os.read(terminal, 65536):
            seen += piece
    except OSError:
        pass
    os.close(terminal)
    return process.returncode, out, seen


def test_forget_asks_and_no_leaves_everything(filled):
    code, out, seen = at_a_terminal("forget", "--stream", "kitchen", keys=b"n\n")
    assert code == 1
    assert out == b""
    assert b"cannot be undone" in seen
    assert b"Nothing was forgotten" in seen
    assert filled("stats", "--json").json()["streams"]["kitchen"] == 6


def test_forget_asks_and_yes_deletes(filled):
    code, out, _ = at_a_terminal("forget", "--stream", "kitchen", "--json", keys=b"y\n")
    assert code == 0
    assert b'"packets": 6' in out
    assert "kitchen" not in filled("stats", "--json").json()["streams"]


def test_forget_without_a_terminal_wants_yes(filled):
    done = subprocess.run(
        [COMMAND, "forget", "--stream", "kitchen"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "--yes" in done.stderr
    assert filled("stats", "--json").json()["streams"]["kitchen"] == 6


def test_ingest_shows_progress_on_a_terminal_and_json_stays_clean(database):
    code, out, seen = at_a_terminal("ingest", str(DEMO / "facts.txt"), "--json")
    assert code == 0
    assert out.startswith(b"{")
    assert b"100%" in seen
