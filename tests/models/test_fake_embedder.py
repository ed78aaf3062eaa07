"""The public fake embedder: words make the vectors."""

import numpy as np
import pytest

from memdb import UsageError
from memdb.models import Embedder, FakeEmbedder


def test_texts_that_share_words_are_near():
    embedder: Embedder = FakeEmbedder()
    one, near, far, again = embedder.embed(["the keeper rang", "The keeper slept!", "pears and fog", "the keeper rang"])
    assert one @ near > one @ far + 0.2
    assert np.array_equal(one, again)
    assert np.linalg.norm(one) == pytest.approx(1)


def test_pieces_leave_nothing_out():
    pieces = FakeEmbedder(longest=3).pieces(" one two, three four five six seven ")
    assert pieces == [" one two, three ", "four five six ", "seven "]
    assert FakeEmbedder().pieces("") == [""]


def test_a_text_without_words_is_zeros():
    assert not FakeEmbedder(4).embed(["…"]).any()


def test_it_has_a_dimension():
    with pytest.raises(UsageError):
        FakeEmbedder(0)
