"""The page on asyncio: its program runs and prints what its comments say."""

import re
import subprocess
import sys
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs" / "async.md").read_text(encoding="utf-8")


def test_the_example_runs_and_prints_what_its_comments_say(tmp_path):
    (code,) = re.findall(r"(?ms)^```python\n(.*?)^```$", PAGE)
    words = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    said = re.findall(r"(?m)^ *print\(.*\)  # (.*)$", code)
    assert done.stdout.splitlines()[: len(said)] == said
    assert sorted(done.stdout.splitlines()[len(said) :]) == ["Ben", "Cara"]
