"""Finding models in the folders of the programs that keep them, on trees made as those programs make them."""

import hashlib
import json
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from memdb.models import places
from memdb.models.discovery import find_models
from memdb.models.folder import folder

ON = {"linux": "linux", "mac": "darwin", "windows": "win32"}
SETTINGS = (
    "APPDATA", "HF_HOME", "HF_HUB_CACHE", "LLAMA_CACHE", "LOCALAPPDATA", "MEMDB_MODELS", "OLLAMA_MODELS",
    "XDG_CACHE_HOME", "XDG_DATA_HOME",
)  # fmt: skip


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    """A home with nothing in it, on Linux."""
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setenv("MEMDB_MODELS", str(tmp_path / "memdb"))
    monkeypatch.setattr(places, "_SYSTEM", ())
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def found():
    return {model.name: model for model in find_models().models}


def programs():
    return {model.name: model.program for model in find_models().models}


def test_nothing_is_found_where_there_is_nothing(home):
    assert find_models().models == ()
    assert find_models().skipped == ()
    assert find_models().folder == str(folder())


def test_memdb_s_own_folder_comes_first_and_recommended_files_bear_their_names(home, gguf):
    gguf.write_gguf(folder() / "all-minilm-l6-v2-q8_0.gguf", gguf.EMBEDDER)
    gguf.write_gguf(folder() / "mine.GGUF")
    gguf.write_gguf(home / ".lmstudio" / "models" / "a.gguf")
    assert programs() == {"minilm": "memdb", "mine": "memdb", "a": "LM Studio"}
    assert list(programs()) == ["minilm", "mine", "a"]


@pytest.mark.parametrize(
    "case",
    [
        ("linux", ".lmstudio/models/maker/model/m.gguf", "LM Studio"),
        ("linux", ".cache/lm-studio/models/maker/model/m.gguf", "LM Studio"),
        ("linux", ".cache/huggingface/hub/models--a--b/snapshots/0f/m.gguf", "Hugging Face"),
        ("linux", ".cache/llama.cpp/m.gguf", "llama.cpp"),
        ("mac", "Library/Caches/llama.cpp/m.gguf", "llama.cpp"),
        ("windows", "AppData/Local/llama.cpp/m.gguf", "llama.cpp"),
        ("linux", "jan/models/m/m.gguf", "Jan"),
        ("linux", ".local/share/Jan/data/llamacpp/models/m/model.gguf", "Jan"),
        ("mac", "Library/Application Support/Jan/data/llamacpp/models/m/model.gguf", "Jan"),
        ("windows", "AppData/Roaming/Jan/data/llamacpp/models/m/model.gguf", "Jan"),
        ("linux", ".local/share/nomic.ai/GPT4All/m.gguf", "GPT4All"),
        ("mac", "Library/Application Support/nomic.ai/GPT4All/m.gguf", "GPT4All"),
        ("windows", "AppData/Local/nomic.ai/GPT4All/m.gguf", "GPT4All"),
    ],
)
def test_each_program_s_folder_is_known(home, gguf, monkeypatch, case):
    system, path, program = case
    monkeypatch.setattr(places, "sys", SimpleNamespace(platform=ON[system]))
    gguf.write_gguf(home / path)
    assert programs() == {"m": program}


@pytest.mark.parametrize(
    "case",
    [
        ("HF_HOME", "hub/models--a--b/snapshots/0f/m.gguf", "Hugging Face"),
        ("HF_HUB_CACHE", "models--a--b/snapshots/0f/m.gguf", "Hugging Face"),
        ("LLAMA_CACHE", "m.gguf", "llama.cpp"),
        ("XDG_CACHE_HOME", "llama.cpp/m.gguf", "llama.cpp"),
        ("XDG_DATA_HOME", "nomic.ai/GPT4All/m.gguf", "GPT4All"),
    ],
)
def test_the_settings_of_programs_are_followed(home, gguf, monkeypatch, case):
    variable, inside, program = case
    monkeypatch.setenv(variable, str(home.parent / "elsewhere"))
    gguf.write_gguf(home.parent / "elsewhere" / inside)
    assert programs() == {"m": program}


def ollama(root: Path, name: str, content: bytes, *, media="application/vnd.ollama.image.model") -> Path:
    """A model as Ollama keeps it: a blob under its hash, and a manifest that names it."""
    digest = hashlib.sha256(content).hexdigest()
    blob = root / "blobs" / f"sha256-{digest}"
    blob.parent.mkdir(parents=True, exist_ok=True)
    blob.write_bytes(content)
    layers = [
        {"mediaType": "application/vnd.ollama.image.license", "digest": "sha256:" + "0" * 64, "size": 1},
        {"mediaType": media, "digest": f"sha256:{digest}", "size": len(content)},
    ]
    manifest = root / "manifests" / name
    manifest.parent.mkdir(parents=True, exist_ok=True)
    manifest.write_text(json.dumps({"schemaVersion": 2, "config": {}, "layers": layers}))
    return blob


def test_ollama_s_manifests_name_its_blobs(home, gguf, monkeypatch, tmp_path):
    content = gguf.header(gguf.CHAT) + b"\0" * 512
    blob = ollama(home / ".ollama/models", "registry.ollama.ai/library/qwen2.5/1.5b", content)
    monkeypatch.setenv("OLLAMA_MODELS", str(tmp_path / "big"))
    ollama(tmp_path / "big", "registry.ollama.ai/someone/tiny/latest", content + b"\0")
    ollama(tmp_path / "big", "hf.co/maker/Model-GGUF/Q4_K_M", content + b"\0\0")
    models = found()
    assert set(models) == {"qwen2.5:1.5b", "someone/tiny:latest", "hf.co/maker/Model-GGUF:Q4_K_M"}
    assert models["qwen2.5:1.5b"].path == str(blob)
    assert {model.use for model in models.values()} == {"chat"}


@pytest.mark.parametrize(
    "manifest",
    [
        b"", b"{", b"[]", b'{"layers": 5}', b'{"layers": [5]}', b"[" * 100_000,
        b'{"layers": [{"mediaType": "application/vnd.ollama.image.model", "digest": "sha256:../../etc/passwd"}]}',
        b'{"layers": [{"mediaType": "application/vnd.ollama.image.model", "digest": 7}]}',
        b'{"layers": [{"mediaType": "application/vnd.ollama.image.license", "digest": "sha256:x"}]}',
    ],
)  # fmt: skip
def test_a_manifest_that_names_no_blob_is_passed_over(home, manifest):
    path = home / ".ollama/models/manifests/registry.ollama.ai/library/x/latest"
    path.parent.mkdir(parents=True)
    path.write_bytes(manifest)
    assert find_models().models == ()


def test_a_blob_that_is_gone_is_told(home, gguf):
    ollama(home / ".ollama/models", "registry.ollama.ai/library/x/latest", b"GGUF").unlink()
    (model,) = find_models().models
    assert (model.name, model.use) == ("x:latest", None)
    assert "cannot be read" in model.why_not


def test_a_file_is_told_once_whatever_links_lead_to_it(home, gguf):
    hub = home / ".cache/huggingface/hub/models--a--b"
    blob = gguf.write_gguf(hub / "blobs" / "abc")
    for revision in ("0f", "1a"):
        link = hub / "snapshots" / revision / "m.gguf"
        link.parent.mkdir(parents=True)
        link.symlink_to(blob)
    twin = home / ".lmstudio/models/other.gguf"
    twin.parent.mkdir(parents=True)
    os.link(blob, twin)
    (model,) = find_models().models
    assert (model.name, model.program) == ("other", "LM Studio")


def test_links_that_lead_round_are_walked_once(home, gguf):
    root = home / ".lmstudio/models"
    gguf.write_gguf(root / "deep" / "m.gguf")
    (root / "deep" / "again").symlink_to(root)
    (root / "self").symlink_to(root / "self")
    (root / "gone.gguf").symlink_to(root / "nowhere")
    result = find_models()
    assert [model.name for model in result.models] == ["m"]
    assert result.skipped == ()


def test_what_lies_too_deep_is_said_and_not_entered(home, gguf):
    root = home / ".lmstudio/models"
    gguf.write_gguf(root.joinpath(*"abcdefghijkl") / "m.gguf")
    result = find_models()
    assert result.models == ()
    assert "too many folders" in result.skipped[0]


def test_a_folder_that_may_not_be_read_is_said(home, gguf):
    closed = home / ".lmstudio/models"
    gguf.write_gguf(closed / "m.gguf")
    closed.chmod(0)
    root = os.geteuid() == 0
    if root:  # who may read everything
        os.seteuid(65534)
    try:
        result = find_models()
    finally:
        if root:
            os.seteuid(0)
        closed.chmod(0o700)
    assert result.models == ()
    assert f"{closed}: Permission denied" in result.skipped


def test_a_place_that_is_a_file_holds_nothing(home):
    (home / ".lmstudio").mkdir()
    (home / ".lmstudio/models").write_text("moved")
    assert find_models().models == ()


def test_more_files_than_anyone_keeps_are_said_and_not_read(home, monkeypatch):
    monkeypatch.setattr("memdb.models.discovery._MOST_ENTRIES", 10)
    root = home / ".lmstudio/models"
    root.mkdir(parents=True)
    for number in range(12):
        (root / f"{number}.gguf").write_bytes(b"")
    result = find_models()
    assert result.models == ()
    assert "more than 10 files" in result.skipped[0]


def test_the_parts_of_a_model_are_one_model(home, gguf):
    root = home / ".lmstudio/models"
    for number in (1, 2):
        gguf.write_gguf(root / f"big-0000{number}-of-00002.gguf", data=b"\0" * 1000)
    gguf.write_gguf(root / "lone-00002-of-00002.gguf")
    models = found()
    assert set(models) == {"big", "lone"}
    assert models["big"].use == "chat"
    assert models["big"].path.endswith("big-00001-of-00002.gguf")
    assert models["big"].bytes == sum(path.stat().st_size for path in root.glob("big-*"))
    assert "lone-00001-of-00002.gguf is missing" in models["lone"].why_not


def values(base, **changes):
    return {**base, **{name.replace("__", "."): value for name, value in changes.items()}}


def test_each_file_that_cannot_be_used_says_why(home, gguf):
    root = home / ".lmstudio/models"
    chat, embedder = gguf.CHAT, gguf.EMBEDDER
    without_template = {name: value for name, value in chat.items() if name != "tokenizer.chat_template"}
    gguf.write_gguf(root / "chat.gguf")
    gguf.write_gguf(root / "embedder.gguf", embedder)
    gguf.write_gguf(root / "last.gguf", values(chat, llama__pooling_type=3))
    gguf.write_gguf(root / "vocabulary.gguf", tensors=())
    gguf.write_gguf(root / "lora.gguf", values(chat, general__type="adapter"))
    gguf.write_gguf(root / "mmproj-x.gguf", {"general.architecture": "clip"})
    gguf.write_gguf(root / "image.gguf", {"general.architecture": "flux"})
    gguf.write_gguf(root / "reranker.gguf", values(embedder, bert__pooling_type=4))
    gguf.write_gguf(root / "base.gguf", without_template)
    (root / "page.gguf").write_text("<html>")
    (root / "half.gguf").write_bytes(gguf.header(chat)[:100])
    models = found()
    assert {name: model.use for name, model in models.items() if model.use} == {
        "chat": "chat",
        "embedder": "embedding",
        "last": "embedding",
    }
    for name, words in {
        "vocabulary": "without weights",
        "lora": "LoRA",
        "mmproj-x": "projector of images",
        "image": "architecture flux",
        "reranker": "reranker",
        "base": "no chat template",
        "page": "is no GGUF file",
        "half": "cut short",
    }.items():
        assert words in models[name].why_not, name
    assert models["chat"].to_dict() | {"path": "", "bytes": 0} == {
        "name": "chat", "program": "LM Studio", "path": "", "bytes": 0, "use": "chat", "why_not": "",
        "title": "Test Model",
        "architecture": "llama", "quantisation": "Q4_K_M", "parameters": 128, "context": 2048, "dimension": 64,
        "licence": "",
    }  # fmt: skip


def test_a_model_larger_than_the_machine_s_memory_is_not_offered(home, gguf, monkeypatch):
    monkeypatch.setattr("memdb.models.discovery.memory_bytes", lambda: 1000)
    gguf.write_gguf(folder() / "m.gguf")
    assert "too large" in found()["m"].why_not
    monkeypatch.setattr("memdb.models.discovery.memory_bytes", lambda: None)
    assert found()["m"].use == "chat"


def test_a_hundred_models_are_listed_by_work_in_proportion(home, gguf, work):
    words = {**gguf.CHAT, "tokenizer.ggml.tokens": [f"word{number}" for number in range(2000)]}

    def listed(first, last):
        for number in range(first, last):
            gguf.write_gguf(home / f".lmstudio/models/maker/{number}/m{number}.gguf", words)
        spent = work(find_models)
        assert len(find_models().models) == last
        return spent

    few = listed(0, 25)
    assert listed(25, 100) < 5 * few
