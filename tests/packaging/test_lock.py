"""Development installs the versions that are pinned, of everything that it needs."""

import re
import tomllib
from importlib.metadata import distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
PINS = [
    Requirement(line)
    for line in Path(__file__).with_name("constraints.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DECLARED = [
    *SETTINGS["project"]["dependencies"],
    *(line for extra in SETTINGS["project"]["optional-dependencies"].values() for line in extra),
    *SETTINGS["dependency-groups"]["dev"],
]
INSTALLED = {re.sub(r"[-_.]+", "-", one.name).lower(): one.version for one in reversed(list(distributions()))}


def here(requirement):
    return requirement.marker is None or requirement.marker.evaluate({"extra": ""})


def pinned(name):
    """The version that is pinned for this Python."""
    name = re.sub(r"[-_.]+", "-", name).lower()
    (version,) = {str(pin.specifier).removeprefix("==") for pin in PINS if pin.name == name and here(pin)}
    return version


@pytest.mark.parametrize("line", DECLARED)
def test_what_is_declared_is_pinned_to_a_version_that_it_allows(line):
    wanted = Requirement(line)
    assert wanted.specifier.contains(pinned(wanted.name))


def test_what_that_needs_in_turn_is_pinned_too():
    waiting, seen = [Requirement(line) for line in DECLARED if here(Requirement(line))], set()
    while waiting:
        wanted = waiting.pop()
        key = re.sub(r"[-_.]+", "-", wanted.name).lower(), frozenset(wanted.extras)
        if key in seen or key[0] not in INSTALLED:
            continue
        seen.add(key)
        assert wanted.specifier.contains(pinned(wanted.name), prereleases=True)
        for line in requires(wanted.name) or ():
            need = Requirement(line)
            if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in (*wanted.extras, "")):
                waiting.append(need)
    assert len(seen) > len(SETTINGS["project"]["dependencies"])


def test_what_is_installed_is_what_is_pinned():
    other = {
        name: (version, pinned(name))
        for name, version in INSTALLED.items()
        if any(pin.name == name for pin in PINS) and version != pinned(name)
    }
    assert other == {}


def test_every_pin_is_one_exact_version_and_names_no_place_to_get_it_from():
    assert [str(pin) for pin in PINS if not re.fullmatch(r"==[^*,]+", str(pin.specifier)) or pin.url] == []
