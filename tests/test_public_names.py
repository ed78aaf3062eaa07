"""The public names: what `memdb.__all__` says is all there is, documented, annotated and importable."""

import dataclasses
import inspect
import re
import typing
from pathlib import Path
from types import ModuleType

import pytest

import memdb
from memdb import errors, models, records

ROOT = Path(__file__).parents[1]
CLASSES = [name for name in memdb.__all__ if inspect.isclass(getattr(memdb, name))]


def test_the_list_of_names_is_sorted_unique_and_importable():
    assert list(memdb.__all__) == sorted(set(memdb.__all__))
    assert all(getattr(memdb, name) is not None for name in memdb.__all__)


def test_what_the_package_defines_in_public_is_what_it_lists():
    public = {
        name
        for name, value in vars(memdb).items()
        if not name.startswith("_")
        and not isinstance(value, ModuleType)
        and name not in {"version", "PackageNotFoundError"}
    }
    assert public == set(memdb.__all__) - {"__version__"}


def test_a_star_import_leaves_out_everything_else():
    namespace: dict[str, object] = {}
    exec("from memdb import *", namespace)  # noqa: S102 - what is proved is the statement itself
    assert namespace.keys() - {"__builtins__"} == set(memdb.__all__)


def test_every_name_that_the_readme_and_the_docs_use_exists():
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        text = re.sub(r"logger `[\w.]+`", "", page.read_text("utf-8"))
        for name in re.findall(r"\bmemdb\.([A-Za-z_]+)\b(?!\.)", text):
            assert hasattr(memdb, name) or name in {"db", "toml"}, f"{page.name}: memdb.{name}"


@pytest.mark.parametrize("name", CLASSES)
def test_a_public_class_and_its_methods_are_documented_in_a_sentence_and_annotated(name: str):
    kind = getattr(memdb, name)
    assert (kind.__doc__ or "").strip()
    assert not kind.__doc__.startswith(f"{name}("), "a dataclass shows its generated signature"
    assert kind.__module__.startswith("memdb")
    for member, function in inspect.getmembers(kind, inspect.isfunction):
        if member.startswith("_") or not function.__module__.startswith("memdb"):
            continue
        assert (function.__doc__ or "").strip(), member
        hints = typing.get_type_hints(function)
        parameters = inspect.signature(function).parameters
        assert "return" in hints, member
        assert all(one in hints for one in parameters if one != "self"), member


@pytest.mark.parametrize("name", CLASSES)
def test_a_result_is_frozen_and_slotted(name: str):
    kind = getattr(memdb, name)
    if dataclasses.is_dataclass(kind):
        assert kind.__dataclass_params__.frozen
        assert hasattr(kind, "__slots__")


@pytest.mark.parametrize("verb", ["add", "ingest", "read", "ask", "search", "facts", "correct", "trace", "forget"])
def test_a_verb_takes_few_arguments_by_place_and_options_by_name(verb: str):
    parameters = list(inspect.signature(getattr(memdb.Memory, verb)).parameters.values())[1:]
    by_place = [one for one in parameters if one.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD]
    assert len(by_place) <= 3
    assert all(one.default in {inspect.Parameter.empty, None} for one in by_place)


def drawn_tree() -> dict[str, str]:
    """Each error of the drawing at the top of errors.py with its parent."""
    parents: dict[str, str] = {}
    path: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        found = re.match(r"    ([\s\u2502\u251c\u2514\u2500]*)(\w+Error)\b", line)
        if found:
            depth = len(found[1]) // 4
            del path[depth:]
            parents[found[2]] = path[-1] if path else "Exception"
            path.append(found[2])
    return parents


def test_the_tree_of_errors_is_as_it_is_drawn():
    defined = {
        name: kind.__bases__[0].__name__
        for name, kind in vars(errors).items()
        if inspect.isclass(kind) and kind.__module__ == errors.__name__
    }
    assert drawn_tree() == defined
    assert len(defined) >= 13
    assert all(getattr(memdb, name) is getattr(errors, name) for name in defined)


def test_every_error_is_one_memdb_error():
    kinds = [kind for kind in vars(errors).values() if inspect.isclass(kind)]
    assert all(issubclass(kind, memdb.MemdbError) for kind in kinds)
    assert memdb.MemdbError.__bases__ == (Exception,)


@pytest.mark.parametrize("package", [records, models])
def test_a_room_lists_names_that_it_has(package: ModuleType):
    # Constants come first, as the linter sorts.
    assert list(package.__all__) == sorted(set(package.__all__), key=lambda name: (not name.isupper(), name))
    assert all(hasattr(package, name) for name in package.__all__)


def test_the_version_is_the_distributions():
    assert re.fullmatch(r"\d+\.\d+\.\d+\S*", memdb.__version__)
