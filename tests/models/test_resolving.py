"""What people call models, made into what a memory file holds."""

from pathlib import Path

import pytest

from memdb.errors import ModelError, NotFoundError, UsageError
from memdb.models import places
from memdb.models.folder import find, folder
from memdb.models.resolving import resolve

SERVER = "http://127.0.0.1:11434/v1#qwen2.5:1.5b"


@pytest.fixture
def home(tmp_path, monkeypatch, gguf) -> Path:
    """A home with two installed models and one of LM Studio's."""
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("MEMDB_MODELS", str(tmp_path / "memdb"))
    monkeypatch.setattr(places, "_SYSTEM", ())
    monkeypatch.chdir(tmp_path)
    gguf.write_gguf(folder() / "all-minilm-l6-v2-q8_0.gguf", gguf.EMBEDDER)
    gguf.write_gguf(folder() / "Reader-00001-of-00001.gguf")
    gguf.write_gguf(tmp_path / ".lmstudio/models/Studio.gguf")
    return tmp_path


@pytest.mark.parametrize("name", ["minilm", "MiniLM", "all-minilm-l6-v2-q8_0", "ALL-MINILM-L6-V2-Q8_0.gguf"])
def test_an_installed_model_goes_by_its_recommended_name_or_its_file_s_whatever_the_case(home, name):
    assert find(name) == folder() / "all-minilm-l6-v2-q8_0.gguf"
    assert resolve(name, "embedder") == name


def test_what_memdb_brings_and_servers_go_by_themselves(home):
    assert resolve("static", "embedder") == "static"
    assert resolve(SERVER, "reader") == SERVER
    assert resolve(SERVER, "embedder") == SERVER


def test_a_path_becomes_one_from_the_root(home, gguf):
    path = gguf.write_gguf(home / "here" / "m.gguf")
    for spec in ("here/m.gguf", str(path), "./here/m.gguf", "~/here/m.gguf"):
        assert resolve(spec, "reader") == str(path)
    gguf.write_gguf(home / "beside.gguf")
    assert resolve("beside.gguf", "reader") == str(home / "beside.gguf")


def test_the_name_of_another_program_s_model_becomes_its_path(home):
    assert resolve("studio", "reader") == str(home / ".lmstudio/models/Studio.gguf")


def test_a_name_that_several_programs_know_asks_for_the_path(home, gguf):
    gguf.write_gguf(home / "jan/models/x/Studio.gguf")
    with pytest.raises(UsageError, match=r"Studio\.gguf or .*give the path"):
        resolve("studio", "reader")


def test_an_unknown_name_says_how_to_install_it_or_where_to_look(home):
    with pytest.raises(NotFoundError, match=r"memdb models install qwen2\.5-1\.5b"):
        resolve("qwen2.5-1.5b", "reader")
    with pytest.raises(NotFoundError, match="memdb models list"):
        resolve("nonesuch", "reader")
    with pytest.raises(NotFoundError, match="there is no model file"):
        resolve("here/nonesuch.gguf", "reader")


def test_a_model_of_the_wrong_kind_is_refused_for_the_role(home):
    with pytest.raises(UsageError, match="is an embedder: it cannot be the reader"):
        resolve("minilm", "reader")
    with pytest.raises(UsageError, match="is a chat model: it cannot be the embedder"):
        resolve("reader", "embedder")
    with pytest.raises(UsageError, match="is an embedder: it cannot be the scheduler"):
        resolve("static", "scheduler")
    assert resolve("minilm", None) == "minilm"


def test_a_file_that_memdb_cannot_use_is_refused_with_the_reason(home, gguf):
    gguf.write_gguf(home / "lora.gguf", {**gguf.CHAT, "general.type": "adapter"})
    (home / "page.gguf").write_text("<html>")
    with pytest.raises(ModelError, match="LoRA"):
        resolve("lora.gguf", "reader")
    with pytest.raises(ModelError, match="no GGUF file"):
        resolve("page.gguf", "reader")


@pytest.mark.parametrize(
    "spec",
    ["http://127.0.0.1:11434/v1", "http://#model", "ftp://127.0.0.1/v1#model", "http://[half/v1#model", "x://y#z"],
)
def test_a_server_without_its_model_or_address_is_refused(home, spec):
    with pytest.raises(UsageError, match="for example http://127"):
        resolve(spec, "reader")


@pytest.mark.parametrize("spec", ["", " ", ".", "\0", "x" * 5000])
def test_what_names_nothing_is_refused_as_such(home, spec):
    with pytest.raises(NotFoundError):
        resolve(spec, "reader")


def test_a_path_that_is_no_text_is_refused(home, gguf):
    path = gguf.write_gguf(home / "caf\udce9.gguf")
    with pytest.raises(UsageError, match="UTF-8"):
        resolve(str(path), "reader")
