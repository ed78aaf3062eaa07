"""The embedder that comes with memdb: a table, read once, whose vectors know what is related."""

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdb.models import Embedder, TokenEmbedder, has_states
from memdb.models.static import StaticEmbedder, static_embedder

RELATED = [
    ("The cat sleeps on the sofa.", "A kitten naps on the couch.", "The stock market fell sharply today."),
    ("She plays the violin in an orchestra.", "He is a musician.", "The bridge is closed for repairs."),
    ("We flew to Paris for our holiday.", "What trip did they take?", "The printer is out of paper again."),
    ("My daughter starts school in September.", "The children go to class.", "Boil the potatoes for ten minutes."),
]


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return static_embedder()


def test_it_gives_one_unit_vector_a_text(embedder):
    vectors = embedder.embed(["A dog.", "Two dogs barked.", "東京"])
    assert vectors.shape == (3, embedder.dimension) == (3, 128)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-6)


def test_a_text_of_nothing_known_is_zeros(embedder):
    vectors = embedder.embed(["", " ", "\U0001f600"])
    assert not vectors.any()
    assert embedder.embed([]).shape == (0, embedder.dimension)


@pytest.mark.parametrize(("one", "near", "far"), RELATED)
def test_what_is_related_is_nearer_than_what_is_not(embedder, one, near, far):
    vectors = embedder.embed([one, near, far])
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2] + 0.05


def test_a_text_is_the_sum_of_its_pieces_in_whatever_order(embedder):
    one, other = embedder.embed(["red wine and bread", "Bread and red WINE"])
    assert one @ other == pytest.approx(1, abs=1e-6)


@settings(max_examples=50)
@given(text=st.text(max_size=3000) | st.text(alphabet="ab cd.", min_size=1000, max_size=5000))
def test_pieces_leave_nothing_out_and_each_is_short(text):
    embedder = static_embedder()
    pieces = embedder.pieces(text)
    assert "".join(pieces) == text
    assert all(len(embedder._words.ids(piece)) <= 256 for piece in pieces)


def test_it_has_no_token_states(embedder):
    assert not isinstance(embedder, TokenEmbedder)
    assert not has_states(embedder)
    assert not has_states(None)


def test_it_is_read_once_a_process_and_used_by_many_threads(embedder):
    expected = embedder.embed(["A keeper counts gulls."])
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(static_embedder().embed(["A keeper counts gulls."])))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(vectors, expected) for vectors in found)
    assert static_embedder() is embedder
    assert len(found) == 8


def test_another_reading_of_the_table_gives_the_same_vectors(embedder):
    again = StaticEmbedder()
    assert again.name == embedder.name
    assert np.array_equal(again.embed(["A dog."]), embedder.embed(["A dog."]))
