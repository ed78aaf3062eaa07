"""The typing contract holds: api.py is type-checked as a user's program would be."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_typed_program_checks_and_a_wrong_one_does_not(tmp_path: Path):
    command = [sys.executable, "-m", "mypy", f"--cache-dir={tmp_path}", "tests/typing/api.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
