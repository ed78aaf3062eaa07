"""The README's sessions are run: commands against the real command, Python as it stands."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BIN = Path(sys.executable).parent


def blocks(language: str) -> list[str]:
    """The fenced blocks of one language."""
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```$", README)


def steps(block: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output that follows it."""
    parts = re.split(r"(?m)^\$ (.*)\n", block)
    return list(zip(parts[1::2], parts[2::2], strict=True))


SESSION = [step for block in blocks("console") for step in steps(block) if step[0].startswith("memdb ")]


@pytest.fixture
def environment(tmp_path):
    """The checkout's fixtures, the installed command first on PATH, and a memory of the test's own."""
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "MEMDB_PATH": str(tmp_path / "memory.memdb"), "COLUMNS": "100"}


def test_the_session_prints_what_the_readme_shows(environment, tmp_path):
    assert len(SESSION) >= 4
    for command, expected in SESSION:
        done = subprocess.run(
            shlex.split(command), cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, (command, done.stderr)
        assert done.stdout.strip() == expected.strip(), command


def test_the_python_example_runs_and_prints_what_its_comments_say(environment, tmp_path):
    (code,) = blocks("python")
    expected = re.findall(r"(?m)^.*print\(.*\)\s+# (.*)$", code)
    assert expected
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == expected
