"""The short check of a model: real ones, and what it says of one that fails."""

import importlib.util
from pathlib import Path

import pytest

import memdb
from memdb.models import FakeChatModel, checking
from memdb.models.choice import ModelChoice

_spec = importlib.util.spec_from_file_location("model_files", Path(__file__).parents[1] / "model_files.py")
model_files = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(model_files)


def test_a_chat_model_is_timed_and_keeps_to_the_schema():
    check = memdb.check_model(str(model_files.model("smollm2")), context=1024)
    assert isinstance(check, memdb.ChatCheck)
    assert check.ok
    assert check.json.startswith("{")
    assert check.context == 1024
    assert check.prompt_tokens_per_second > 0
    assert check.written_tokens_per_second > 0
    assert check.to_dict()["ok"] is True


@pytest.mark.parametrize("spec", ["static", "minilm"])
def test_an_embedder_is_timed_and_tells_like_from_unlike(spec):
    check = memdb.check_model("static" if spec == "static" else str(model_files.model("minilm")))
    assert isinstance(check, memdb.EmbedderCheck)
    assert check.ok
    assert check.near > check.far
    assert check.dimension in {128, 256, 384}
    assert check.texts_per_second > 0


def test_a_model_that_does_not_keep_to_the_schema_is_not_ok(monkeypatch):
    for answer, ok in (
        ('{"name": "Ottoline Marsh", "year": 1911}', True),
        ("Ottoline Marsh, in 1911.", False),
        ('{"name": "Ottoline Marsh"}', False),
        ('{"name": 5, "year": 1911}', False),
    ):
        model = FakeChatModel(["Hi", "Ottoline", "Once upon a time.", answer])
        monkeypatch.setattr(checking, "chat_model", lambda _choice, model=model: model)
        check = checking.check_model(ModelChoice(spec="http://127.0.0.1:1/v1#m"))
        assert isinstance(check, memdb.ChatCheck)
        assert check.ok is ok
        assert check.json == answer
        assert model.requests[-1].json_schema is not None


def test_a_model_that_is_not_there_cannot_be_checked():
    with pytest.raises(memdb.NotFoundError):
        memdb.check_model("nonesuch")
    with pytest.raises(memdb.UsageError):
        memdb.check_model("static", threads=-1)
