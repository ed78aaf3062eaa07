"""The pages in docs/ are current and their links lead somewhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from memdb_cli.group import COMMANDS

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def test_the_generated_pages_are_current():
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "generate.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_every_command_is_documented():
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert re.findall(r"(?m)^## (\S+)$", text) == list(COMMANDS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_relative_links_lead_to_files(page):
    targets = re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []
