"""Every input that is kept for fuzzing, findings of the past among them, is read or refused as it must be."""

import importlib.util
import sys
from pathlib import Path

import pytest

_PACKAGE = Path(__file__).with_name("targets")
_spec = importlib.util.spec_from_file_location(
    "targets", _PACKAGE / "__init__.py", submodule_search_locations=[str(_PACKAGE)]
)
targets = sys.modules[_spec.name] = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(targets)

CORPUS = Path(__file__).parents[2] / "fixtures" / "corpus"
INPUTS = sorted(CORPUS.glob("*/*"))


def test_every_target_has_inputs_and_every_input_a_target():
    assert {path.parent.name for path in INPUTS} == targets.TARGETS.keys()


def test_the_corpus_stays_small():
    assert sum(path.stat().st_size for path in INPUTS) < 300_000


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_an_input_is_read_or_refused(path, ends):
    with ends():
        targets.check(path.parent.name, path.read_bytes())


def test_a_target_fails_by_what_is_no_error_of_memdb(monkeypatch):
    monkeypatch.setitem(targets.TARGETS, "broken", lambda data: data.index(b"x"))
    targets.check("broken", b"x")
    with pytest.raises(ValueError, match="subsection not found"):
        targets.check("broken", b"")


@pytest.mark.parametrize("message", ["two\nlines", "an \x1b[31mescape", "x" * 10_000, ""], ids=repr)
def test_an_error_that_no_terminal_can_show_on_a_line_fails(message):
    with pytest.raises(AssertionError):
        targets.require_readable(message)
