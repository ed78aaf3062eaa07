"""Where tests look for the benchmark data."""

import importlib.util
from pathlib import Path

import pytest

_spec = importlib.util.spec_from_file_location("benchmark_data", Path(__file__).with_name("benchmark_data.py"))
benchmark_data = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(benchmark_data)


def test_the_environment_names_the_folder_and_what_is_not_there_is_skipped(tmp_path, monkeypatch):
    (tmp_path / "locomo").mkdir()
    monkeypatch.setenv("MEMDB_BENCHMARK_DATA", str(tmp_path))
    assert benchmark_data.path("locomo") == tmp_path / "locomo"
    with pytest.raises(pytest.skip.Exception, match="nowhere"):
        benchmark_data.path("nowhere")
