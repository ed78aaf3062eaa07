"""The pages on other frameworks and on assistants: their programs run, and print what the page says."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    "embedding": "memdb",
    "langchain": "langchain_core",
    "langgraph": "langgraph",
    "llm": "llm",
    "openai-agents": "agents",
}
"""Page: the module that its program needs."""


@pytest.mark.parametrize("page", PAGES)
def test_the_program_of_a_page_runs_and_prints_what_the_page_says(page, tmp_path):
    if importlib.util.find_spec(PAGES[page]) is None:
        pytest.skip(f"the page's program needs {PAGES[page]}")
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"(?ms)^```python\n(.*?)^```$", text)
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said = re.findall(r"(?m)^ *print\(.*\)  # (.*)$", code)
    for shown in re.findall(r"(?ms)^```text\n(.*?)^```$", text):
        said += shown.splitlines()
    assert len(said) >= 3
    assert done.stdout.splitlines() == said
