"""What tests of several rooms use."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path) -> Path:
    """Where a memory may be made; nothing is there yet."""
    return tmp_path / "memory.memdb"


@pytest.fixture
def start() -> Callable[..., subprocess.Popen]:
    """Start another Python process with a program and its arguments."""
    running: list[subprocess.Popen] = []

    def begin(program: str, *arguments: object) -> subprocess.Popen:
        words = [sys.executable, "-c", program, *map(str, arguments)]
        running.append(subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
        return running[-1]

    yield begin
    for process in running:
        process.kill()
        process.communicate()
