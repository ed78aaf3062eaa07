"""One model a process for each choice, however many ask."""

import threading
from dataclasses import replace

import pytest

from memdb import ModelError, NotFoundError, UsageError
from memdb.models import ModelChoice
from memdb.models.loading import chat_model, embedder


@pytest.fixture
def file(gguf, tmp_path):
    """A small file whose header is that of a chat model."""
    path = tmp_path / "keeper.gguf"
    gguf.write_gguf(path, gguf.CHAT)
    return path


def test_choices_of_the_same_file_and_options_give_one_model(file):
    choice = ModelChoice(spec=str(file))
    found = []
    threads = [threading.Thread(target=lambda: found.append(chat_model(replace(choice)))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert all(model is found[0] for model in found)


def test_other_options_give_another_model(file):
    choice = ModelChoice(spec=str(file))
    assert chat_model(choice) is not chat_model(replace(choice, context=256))


def test_another_file_in_its_place_is_another_model(file, gguf):
    choice = ModelChoice(spec=str(file))
    before = chat_model(choice)
    gguf.write_gguf(file, gguf.CHAT | {"general.name": "another"})
    assert chat_model(choice) is not before
    assert chat_model(choice).name != before.name


def test_an_installed_model_is_found_by_its_name(file, monkeypatch):
    monkeypatch.setenv("MEMDB_MODELS", str(file.parent))
    assert chat_model(ModelChoice(spec="Keeper")) is chat_model(ModelChoice(spec=str(file)))


def test_a_server_is_not_asked_before_it_is_needed():
    spec = "http://127.0.0.1:9/v1#keeper"
    assert chat_model(ModelChoice(spec=spec)).name == spec
    assert embedder(ModelChoice(spec=spec)).name == spec


def test_what_comes_with_memdb_embeds_and_does_not_chat():
    assert embedder(ModelChoice(spec="static")).dimension > 0
    with pytest.raises(ModelError, match="does not chat"):
        chat_model(ModelChoice(spec="static"))


def test_what_is_not_there_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMDB_MODELS", str(tmp_path))
    with pytest.raises(NotFoundError):
        chat_model(ModelChoice(spec="nobody"))
    with pytest.raises(ModelError, match="cannot be read"):
        embedder(ModelChoice(spec=str(tmp_path / "none.gguf")))
    with pytest.raises(UsageError):
        chat_model(ModelChoice(spec="http://me:secret@127.0.0.1/v1#x"))
