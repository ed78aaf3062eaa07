"""The model of 1.1 GB that memdb's figures are measured with; `make test-large` runs these."""

import importlib.util
from pathlib import Path

import pytest

import memdb

_spec = importlib.util.spec_from_file_location("model_files", Path(__file__).parents[1] / "model_files.py")
model_files = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(model_files)

pytestmark = pytest.mark.large


def test_it_passes_the_check_of_models():
    check = memdb.check_model(str(model_files.model("qwen1.5b")), context=2048)
    assert isinstance(check, memdb.ChatCheck)
    assert check.ok
    assert check.prompt_tokens_per_second > 0
    assert check.written_tokens_per_second > 0
