"""Writes constraints.txt: the one version of every distribution that development installs, for each Python.

    python tests/packaging/lock.py PYTHON [PYTHON ...]

Each PYTHON is an interpreter of a version that is tested; they resolve the newest versions that pyproject.toml allows.
Where they differ, a pin says for which Python it is.
"""

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
PINS = Path(__file__).with_name("constraints.txt")
BESIDE = ("langchain-tests>=1.1.9",)  # installed without what it needs: see install_dev.sh
HEAD = "# Written by `make lock`: do not edit. What development and the tests install; users are not held to it.\n"


def resolved(python: str) -> tuple[str, dict[str, str]]:
    """The version of an interpreter, and the newest version of each distribution that it would install."""
    extras = ",".join(
        sorted(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"])
    )
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([python, "-m", "venv", scratch], check=True)
        pip = [f"{scratch}/bin/python", "-m", "pip"]
        subprocess.run([*pip, "install", "--quiet", "--upgrade", "pip>=25.1"], check=True)
        dry = [*pip, "install", "--quiet", "--dry-run", "--ignore-installed", "--report", "-"]
        wanted = [[f".[{extras}]", "--group", "dev"], ["--no-deps", *BESIDE]]
        found: dict[str, str] = {}
        for words in wanted:
            done = subprocess.run([*dry, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
            metadata = [one["metadata"] for one in json.loads(done.stdout)["install"]]
            found |= {re.sub(r"[-_.]+", "-", one["name"]).lower(): one["version"] for one in metadata}
        version = [f"{scratch}/bin/python", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        return subprocess.run(version, stdout=subprocess.PIPE, text=True, check=True).stdout.strip(), found


def lines(of: dict[str, dict[str, str]]) -> list[str]:
    """A pin for each distribution, or one for each Python where they differ. `of` is by version of Python."""
    by_name: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for python, found in of.items():
        for name, version in found.items():
            by_name[name][version].append(python)
    written: list[str] = []
    for name, versions in sorted(by_name.items()):
        for version, pythons in sorted(versions.items()):
            marker = " or ".join(f'python_version == "{python}"' for python in pythons)
            written.append(f"{name}=={version}" + ("" if len(pythons) == len(of) else f" ; {marker}"))
    return written


def main() -> None:
    """Resolve, and write."""
    if len(sys.argv) == 1:
        raise SystemExit(__doc__)
    found = dict(resolved(python) for python in sys.argv[1:])
    for pins in found.values():
        pins.pop("memdb-engine")
    PINS.write_text(HEAD + "".join(f"{line}\n" for line in lines(found)), encoding="utf-8")


if __name__ == "__main__":
    main()
