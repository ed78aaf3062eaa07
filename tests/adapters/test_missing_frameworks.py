"""An adapter whose framework is not installed says how to install it, and nothing else of memdb needs one."""

import subprocess
import sys

import pytest

FRAMEWORKS = {
    "langchain": ("langchain_core", "langchain"),
    "langgraph": ("langgraph", "langgraph"),
    "llm": ("llm", "llm"),
    "openai_agents": ("agents", "agents"),
}
"""Adapter: the module that it needs, and the extra that brings it."""


def run(code):
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("adapter", FRAMEWORKS)
def test_without_its_framework_an_adapter_names_the_command_that_installs_it(adapter):
    module, extra = FRAMEWORKS[adapter]
    said = run(f"""
import sys
sys.modules[{module!r}] = None
import memdb
try:
    import memdb.adapters.{adapter}
except memdb.ExtraNeededError as error:
    print(error)
""")
    assert said.endswith(f"install it with: pip install 'memdb-engine[{extra}]'")
    assert len(said.splitlines()) == 1


def test_memdb_and_its_command_import_no_framework():
    said = run("import sys, memdb, memdb_cli.main, memdb.adapters; print(*sorted(sys.modules))")
    assert not {module for module, _ in FRAMEWORKS.values()} & set(said.split())
