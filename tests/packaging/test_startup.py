"""`memdb --help` is cheap: it loads nothing that it does not need."""

import subprocess
import sys
from pathlib import Path

COMMAND = str(Path(sys.executable).with_name("memdb"))
MOST_MODULES = 90  # beyond those of the interpreter; 60 now. `benchmarks/cli_start.py` gives the time


def test_help_loads_neither_numpy_nor_the_library_s_rooms():
    script = "import sys; from memdb_cli.main import main; code = main(['--help']); print(code, *sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    code, *modules = done.stdout.splitlines()[-1].split()
    assert code == "0"
    heavy = {"numpy", "scipy", "apsw", "msgspec", "dateutil", "memdb._database", "memdb.evals", "memdb.query"}
    assert heavy & set(modules) == set()


def test_help_loads_few_modules():
    script = """
import sys
before = set(sys.modules)
from memdb_cli.main import main
main(["--help"])
print(len(set(sys.modules) - before))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(done.stdout.splitlines()[-1]) <= MOST_MODULES


def test_importing_memdb_does_not_load_numpy():
    script = "import sys, memdb; print('numpy' in sys.modules, 'apsw' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split()[0] == "False"


def test_reading_without_a_model_loads_neither_a_runtime_nor_a_client(tmp_path):
    script = """
import sys
from memdb_cli.main import main
database = ["--db", sys.argv[1]]
for words in (["add", "I live in Ghent."], ["ask", "Where do I live?"], ["search", "Ghent"], ["facts"], ["stats"]):
    assert main([*database, *words]) == 0
print(*sys.modules)
"""
    words = [sys.executable, "-c", script, str(tmp_path / "memory.memdb")]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert {"llama_cpp", "gguf", "http.client", "urllib.request", "httpx", "requests", "ssl"} & loaded == set()
