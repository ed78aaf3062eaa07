"""The page about assistants says what is so, and its program runs."""

import os
import re
import subprocess
import sys
from pathlib import Path

from memdb.mcp.tools import tools

PAGE = (Path(__file__).parents[2] / "docs" / "mcp.md").read_text("utf-8")


def test_the_program_of_the_page_prints_what_it_says(tmp_path):
    (program,) = re.findall(r"(?ms)^```python\n(.*?)^```", PAGE)
    said = re.search(r"# (.+)\n", program)[1]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], cwd=tmp_path, env={**os.environ, "PATH": path},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == (f"{said}\n", "")


def test_the_table_of_the_page_names_the_tools_and_arguments_they_have():
    rows = dict(re.findall(r"(?m)^\| `(\w+)` \| (.+) \|$", PAGE.partition("## Tools")[2]))
    assert list(rows) == list(tools())
    for name, tool in tools().items():
        assert set(re.findall(r"`(\w+)`", rows[name])) == set(tool.takes.__struct_fields__) - {"stream", "confirm"} | (
            {"stream"} if name == "forget" else set()
        )
