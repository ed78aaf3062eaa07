"""Vectors and token states survive in signed bytes, within bounds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from memdb.records.vectors import (
    pack_direction,
    pack_ids,
    pack_states,
    state_bytes,
    unit,
    unpack_directions,
    unpack_ids,
    unpack_states,
)

numbers = st.floats(-1e4, 1e4, width=32)
vectors = arrays.arrays(np.float32, st.integers(1, 200), elements=numbers)


@given(vector=vectors)
def test_a_direction_is_kept_within_half_a_step_of_its_largest_component(vector):
    packed = pack_direction(vector)
    (kept,) = unpack_directions([packed], len(vector))
    assert len(packed) == len(vector)
    if not np.abs(vector).max():
        assert not kept.any()
        return
    assert np.linalg.norm(kept) == pytest.approx(1, abs=1e-5)
    exact = vector.astype(np.float64) / np.abs(vector).max()
    sine = 0.5 / 127 * np.sqrt(len(vector)) / np.linalg.norm(exact)
    assert kept @ exact / np.linalg.norm(exact) >= np.sqrt(max(0, 1 - sine**2)) - 1e-5


def test_the_directions_of_usual_vectors_are_kept_to_a_hundredth():
    drawn = unit(np.random.default_rng(1).standard_normal((200, 384)).astype(np.float32))
    kept = unpack_directions([pack_direction(vector) for vector in drawn], 384)
    assert (kept * drawn).sum(axis=1).min() > 0.9999
    assert np.linalg.norm(kept - drawn, axis=1).max() < 0.01


def test_no_vectors_are_no_vectors():
    assert unpack_directions([], 8).shape == (0, 8)


@given(
    texts=st.lists(
        arrays.arrays(np.float32, st.tuples(st.integers(0, 9), st.just(6)), elements=st.floats(-1, 1, width=32)),
        max_size=4,
    )
)
def test_states_of_several_texts_are_kept_one_after_the_other(texts):
    packed = [pack_states(np.arange(len(states)), states) for states in texts]
    kept, counts = unpack_states([states for _, states in packed], 6)
    ids, of_ids = unpack_ids([tokens for tokens, _ in packed])
    assert counts.tolist() == of_ids.tolist() == [len(states) for states in texts]
    assert ids.tolist() == [number for states in texts for number in range(len(states))]
    exact = np.concatenate([*texts, np.zeros((0, 6), np.float32)])
    largest = np.abs(exact).max(axis=1, initial=0)
    # Half a step, the rounding of a scale of sixteen bits, and what is too small for one.
    assert (np.abs(kept - exact) <= (0.57 * largest / 127 + 127 * 6e-8)[:, None]).all()


def test_a_state_takes_a_byte_a_number_and_two_for_its_scale():
    _, packed = pack_states(np.arange(3), np.ones((3, 64), np.float32))
    assert len(packed) == 3 * state_bytes(64) == 3 * 66


@given(st.lists(st.integers(0, 300_000), max_size=20))
def test_ids_beyond_sixteen_bits_wrap_around_alike_wherever_they_are_packed(ids):
    tokens, _ = pack_states(np.asarray(ids, dtype=np.int64), np.ones((len(ids), 4), np.float32))
    assert unpack_ids([tokens])[0].tolist() == pack_ids(np.asarray(ids, dtype=np.int64)).tolist()


def test_unit_vectors_leave_zeros_alone():
    found = unit(np.array([[3, 4], [0, 0]], dtype=np.float32))
    assert found.tolist() == [[pytest.approx(0.6), pytest.approx(0.8)], [0, 0]]
    assert found.dtype == np.float32
