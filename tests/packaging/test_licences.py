"""Everything that is installed is under a licence that lets anyone use memdb, and docs/dependencies.md is right."""

import re
import tomllib
from importlib.metadata import distributions, metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
PINNED = {
    re.split("==", line)[0]
    for line in Path(__file__).with_name("constraints.txt").read_text(encoding="utf-8").splitlines()
}
ALLOWED = re.compile(
    r"0BSD|any-OSI|OSI Approved|Apache|BSD|CC0|CNRI-Python|ISC|MIT|Public Domain|PSF|Python Software Foundation|Zlib"
    r"|MPL-2\.0|Mozilla Public License 2\.0"  # covers its own files only, of which memdb changes none
)


def name_of(distribution):
    return re.sub(r"[-_.]+", "-", distribution.metadata["Name"]).lower()


def licence(about):
    """The licence that a distribution states: as an expression, by classifiers, or in words."""
    classified = [
        line.split(" :: ")[-1] for line in about.get_all("Classifier") or () if line.startswith("License :: ")
    ]
    stated = about.get("License-Expression") or "; ".join(classified) or (about.get("License") or "").split("\n")[0]
    return stated.strip()


@pytest.mark.parametrize("distribution", [one for one in distributions() if name_of(one) in PINNED], ids=name_of)
def test_a_licence_is_permissive(distribution):
    parts = [part.strip(" ()") for part in re.split(r"\bAND\b|\bOR\b|;", licence(distribution.metadata))]
    assert [part for part in parts if not ALLOWED.search(part) or re.search(r"(?<!MPL)[AL]?GPL", part)] == []


def declared():
    """Each requirement with the extra that it belongs to."""
    for line in SETTINGS["project"]["dependencies"]:
        yield Requirement(line).name, ""
    for extra, lines in SETTINGS["project"]["optional-dependencies"].items():
        yield from ((Requirement(line).name, extra) for line in lines)
    yield from ((Requirement(line).name, "development") for line in SETTINGS["dependency-groups"]["dev"])


def test_the_page_lists_what_is_declared_with_its_extra():
    rows = re.findall(r"(?m)^\| `([^`]+)` \| `?([^|`]*?)`? ?\| ", PAGE)
    assert sorted(rows) == sorted(set(declared()))


@pytest.mark.parametrize(("name", "written"), re.findall(r"(?m)^\| `([^`]+)` \|[^|]*\| ([^|]+) \| ", PAGE))
def test_the_page_says_the_licence_that_the_package_states(name, written):
    stated = licence(metadata(name))
    family = re.search(r"Apache|BSD|MIT|MPL|OSI", written)[0]
    assert family in stated or (family == "MPL" and "Mozilla" in stated)
