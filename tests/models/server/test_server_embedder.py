"""An embedder behind an OpenAI-compatible server."""

import numpy as np
import pytest

from memdb import ModelError
from memdb.models.server_embedder import BATCH, ServerEmbedder


def vectors(body):
    """A vector of three numbers a text, told in another order than asked."""
    rows = [{"index": i, "embedding": [float(len(text)), 1.0, 2.0]} for i, text in enumerate(body["input"])]
    return {"data": rows[::-1]}


def test_vectors_are_normalised_and_in_the_order_of_the_texts(serve):
    server = serve(embeddings=vectors)
    embedder = ServerEmbedder(f"{server.url}#minilm")
    texts = ["x" * (1 + number) for number in range(BATCH + 5)]
    found = embedder.embed(texts)
    assert found.shape == (len(texts), 3)
    assert found.dtype == np.float32
    assert np.allclose(np.linalg.norm(found, axis=1), 1)
    assert (np.diff(found[:, 0]) > 0).all()
    assert [len(body["input"]) for body in server.asked("/v1/embeddings")] == [BATCH, 5]
    assert embedder.dimension == 3
    assert embedder.name == f"{server.url}#minilm"


def test_no_texts_are_no_vectors(serve):
    assert ServerEmbedder(f"{serve(embeddings=vectors).url}#minilm").embed([]).shape == (0, 3)


def test_long_texts_are_cut_in_pieces_that_leave_nothing_out(serve):
    text = "The keeper counted gulls on the north rail. " * 60
    pieces = ServerEmbedder(f"{serve(embeddings=vectors).url}#minilm").pieces(text)
    assert len(pieces) > 2
    assert "".join(pieces) == text


@pytest.mark.parametrize(
    "answer",
    [
        {"data": []},
        {"data": [{"embedding": [1.0]}, {"embedding": [1.0, 2.0]}]},
        {"data": "none"},
        b"<html>",
        (400, {"error": {"message": "this model does not embed"}}),
    ],
)
def test_what_holds_no_vectors_is_an_error(serve, answer):
    with pytest.raises(ModelError):
        ServerEmbedder(f"{serve(embeddings=answer).url}#minilm").embed(["a", "b"])


def test_a_model_that_changes_its_dimension_is_an_error(serve):
    sizes = [3, 4]
    server = serve(embeddings=lambda _body: {"data": [{"embedding": [1.0] * sizes.pop(0)}]})
    embedder = ServerEmbedder(f"{server.url}#minilm")
    embedder.embed(["a"])
    with pytest.raises(ModelError, match="not of 3"):
        embedder.embed(["a"])
