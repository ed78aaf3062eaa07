"""What tests of models share."""

import importlib.util
from pathlib import Path

import pytest


def load(path: Path):
    """A module of helpers, which test modules cannot import by name."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def gguf():
    """`gguf.write_gguf(path, values)` and ready values for it."""
    return load(Path(__file__).with_name("gguf_files.py"))
