"""Each module here is a kind of fault that users of memory systems met; its docstring names the tests of each."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted(path for path in Path(__file__).parent.glob("test_*.py") if path != Path(__file__))
NAMED = re.compile(r"(tests/\S+\.py)::(test_\w+)")


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_the_tests_that_a_heading_names_exist(module):
    index = ast.get_docstring(ast.parse(module.read_text("utf-8"))) or ""
    named = NAMED.findall(index)
    assert named
    lost = [
        f"{file}::{test}" for file, test in named if not (ROOT / file).exists() or test not in functions(ROOT / file)
    ]
    assert lost == []


def functions(file):
    return {node.name for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)}
