"""What is installed: packages, their data, the entry point, and what it all depends on."""

import re
import tomllib
from fnmatch import fnmatch
from importlib.metadata import entry_points, requires
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SETUPTOOLS = SETTINGS["tool"]["setuptools"]
MOST_DISTRIBUTIONS = 15


def folder_of(package: str) -> Path:
    """The folder that a package is installed from."""
    known = SETUPTOOLS["package-dir"]
    name = next((name for name in known if package == name or package.startswith(name + ".")), None)
    if name is None:
        return ROOT.joinpath(*package.split("."))
    return (ROOT / known[name]).joinpath(*package.removeprefix(name).strip(".").split("."))


def test_the_package_list_is_what_the_folders_hold():
    found = {
        ".".join(init.parent.relative_to(base).parts)
        for base, top in ((ROOT, "memdb"), (ROOT / "cli", "memdb_cli"))
        for init in (base / top).rglob("__init__.py")
    }
    assert sorted(found | {"memdb.sql"}) == sorted(SETUPTOOLS["packages"])


def test_every_folder_with_code_is_a_package():
    for base in (ROOT / "memdb", ROOT / "cli" / "memdb_cli"):
        for module in base.rglob("*.py"):
            assert (module.parent / "__init__.py").exists(), f"{module.parent} has no __init__.py"


@pytest.mark.parametrize("package", SETUPTOOLS["packages"])
def test_every_data_file_is_installed(package):
    patterns = SETUPTOOLS["package-data"].get(package, [])
    folder = folder_of(package)
    others = {folder_of(other) for other in SETUPTOOLS["packages"]} - {folder}
    left_out = [
        str(file.relative_to(folder))
        for file in folder.rglob("*")
        if file.is_file()
        and file.suffix not in (".py", ".pyc")
        and not any(other in file.parents for other in others if folder in other.parents)
        and not any(fnmatch(str(file.relative_to(folder)), pattern.replace("**/", "*")) for pattern in patterns)
    ]
    assert left_out == []


def test_the_command_is_an_entry_point_that_loads():
    (entry,) = entry_points(group="console_scripts", name="memdb")
    assert entry.value == "memdb_cli.main:run"
    assert callable(entry.load())


def test_a_core_install_has_few_distributions():
    from packaging.requirements import Requirement

    def needs(name: str) -> set[str]:
        wanted = (Requirement(line) for line in requires(name) or ())
        return {
            re.sub(r"[-_.]+", "-", need.name).lower()
            for need in wanted
            if not need.marker or need.marker.evaluate({"extra": ""})
        }

    installed, waiting = set(), {"memdb-engine"}
    while waiting:
        name = waiting.pop()
        installed.add(name)
        waiting |= needs(name) - installed
    assert len(installed) <= MOST_DISTRIBUTIONS, sorted(installed)
