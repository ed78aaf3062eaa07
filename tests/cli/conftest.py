"""Runs the command in this process, exactly as its entry point does."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from memdb_cli.main import main

DEMO = Path(__file__).parents[2] / "fixtures" / "demo"


@dataclass(frozen=True)
class Result:
    """What one run of the command left."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """The one JSON document on stdout of a run that succeeded."""
        assert self.code == 0, self.err
        return json.loads(self.out)


Run = Callable[..., Result]


@pytest.fixture
def database(tmp_path, monkeypatch) -> Path:
    """The path that $MEMDB_PATH names; nothing is there yet."""
    path = tmp_path / "memory.memdb"
    monkeypatch.setenv("MEMDB_PATH", str(path))
    monkeypatch.delenv("MEMDB_DEBUG", raising=False)
    return path


@pytest.fixture
def memdb(database, capsys) -> Run:
    """Call the command with words; get its exit code and what it printed."""

    def run(*words: str) -> Result:
        capsys.readouterr()
        code = main(words)
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return run


@pytest.fixture
def filled(memdb) -> Run:
    """The command over a memory that holds the demo files."""
    result = memdb("ingest", *(str(DEMO / name) for name in ("conversations.jsonl", "notes.md", "facts.txt")))
    assert result.code == 0, result.err
    return memdb
