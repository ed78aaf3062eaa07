"""The models that a memory file names, from Python."""

import pytest

import memdb
from memdb.models import FakeChatModel


@pytest.fixture
def memory(path):
    with memdb.open(path) as opened:
        yield opened


def test_a_new_memory_uses_the_embedder_that_comes_with_memdb_and_no_chat_model(memory):
    assert memory.models() == {
        "reader": None,
        "extractor": None,
        "scheduler": None,
        "embedder": memdb.ModelChoice(spec="static"),
    }
    assert not memory.path.exists()


def test_a_choice_stays_in_the_file(memory):
    server = "http://127.0.0.1:11434/v1#qwen2.5:1.5b"
    choice = memory.use("reader", server, context=8192)
    assert choice == memdb.ModelChoice(spec=server, context=8192)
    memory.use("embedder", None)
    with memdb.open(memory.path) as again:
        assert again.models()["reader"] == choice
        assert again.models()["embedder"] is None
        again.use("embedder", "static")
    assert memory.models()["embedder"] == memdb.ModelChoice(spec="static")


def test_what_a_program_hands_over_is_not_the_file_s_choice(path):
    with memdb.open(path, reader=FakeChatModel(["yes"])) as memory:
        assert memory.models()["reader"] is None


@pytest.mark.parametrize("options", [{"threads": -1}, {"context": -5}, {"batch": -1}, {"gpu_layers": -2}])
def test_options_that_cannot_be_meant_are_refused(memory, options):
    with pytest.raises(memdb.UsageError, match=next(iter(options))):
        memory.use("embedder", "static", **options)
    assert not memory.path.exists()


def test_a_role_that_there_is_not_is_refused(memory):
    for spec in ("static", None):
        with pytest.raises(memdb.UsageError, match="reader, extractor, scheduler, embedder"):
            memory.use("writer", spec)


def test_a_refused_model_leaves_the_choice_as_it_was(memory):
    memory.use("embedder", None)
    with pytest.raises(memdb.NotFoundError):
        memory.use("embedder", "nonesuch")
    with pytest.raises(memdb.UsageError):
        memory.use("reader", "static")
    assert memory.models()["embedder"] is None
    assert memory.models()["reader"] is None
