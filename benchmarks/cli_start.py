"""Start-up: processor time of `memdb --help`, beside that of the interpreter alone.

python benchmarks/cli_start.py
"""

import resource
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from measuring import emit, fields, parser, run, summarised


def main() -> None:
    """Measure both commands."""
    arguments = parser(__doc__)
    arguments.add_argument("--runs", type=int, default=10, help="times that each command is run (default 10)")
    options = arguments.parse_args()
    commands = {"python -c pass": [sys.executable, "-c", "pass"], "memdb --help": [memdb_command(), "--help"]}
    rows: list[dict[str, Any]] = [
        {"command": name, "cpu_ms": fields(summarised([cpu_ms(command) for _ in range(options.runs)]))}
        for name, command in commands.items()
    ]
    for row in rows:
        row["x_python"] = round(row["cpu_ms"]["p50"] / rows[0]["cpu_ms"]["p50"], 2)
    emit("cli_start", rows, ("command", "cpu_ms.p50", "cpu_ms.p95", "x_python"), as_json=options.json)


def memdb_command() -> str:
    """The command of this environment, else the first on the path."""
    here = Path(sys.executable).with_name("memdb")
    found = str(here) if here.exists() else shutil.which("memdb")
    if found is None:
        raise SystemExit("no memdb command is installed here; run: pip install -e .")
    return found


def cpu_ms(command: list[str]) -> float:
    """Processor milliseconds of one run of a command, user and system."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - commands written above
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


if __name__ == "__main__":
    run(main)
