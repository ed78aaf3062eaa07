"""`make demo` answers its questions."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMAND = str(Path(sys.executable).with_name("memdb"))


def test_the_demo_gives_every_expected_answer_with_sources():
    done = subprocess.run(
        ["sh", str(ROOT / "fixtures" / "demo" / "demo.sh"), "--check"],
        env={**os.environ, "MEMDB": COMMAND},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    questions = (ROOT / "fixtures" / "demo" / "questions.tsv").read_text(encoding="utf-8").splitlines()
    assert len(questions) >= 4
    assert done.stdout.count("\n[1] (packet ") >= len(questions)
