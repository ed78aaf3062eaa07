"""Offline and weight.

Proved where the behaviour lives:
- nobody is asked: tests/test_offline.py::test_nothing_is_asked_of_the_network
- a missing part is named:
  tests/models/llama/test_llama_probe.py::test_without_the_package_the_command_that_installs_it_is_named
- at most 15 distributions: tests/packaging/test_packages.py::test_a_core_install_has_few_distributions
- the cost of help: tests/packaging/test_startup.py::test_help_loads_few_modules
- heavy imports are lazy: tests/packaging/test_startup.py::test_help_loads_neither_numpy_nor_the_library_s_rooms
- forgetting a thousand: tests/cases/test_forget.py::test_a_thousand_records_are_forgotten_by_work_in_proportion
"""

import shutil
import subprocess
import sys

import pytest

PROGRAM = """
import sys, memdb
with memdb.open(sys.argv[1]) as memory:
    memory.add("I moved to Ghent.", speaker="Ana")
    assert memory.ask("Where does Ana live?").answer == "Ghent"
    assert "dense" in memory.search("Ghent")[0].via
    memory.forget(packet=1)
    assert memory.check().ok
"""


def test_it_works_where_there_is_no_network_interface(tmp_path):
    words = ["unshare", "-n"]
    if shutil.which("unshare") is None or subprocess.run([*words, "true"], capture_output=True, check=False).returncode:
        pytest.skip("a network namespace without interfaces cannot be made here")
    done = subprocess.run(
        [*words, sys.executable, "-c", PROGRAM, str(tmp_path / "memory.memdb")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
