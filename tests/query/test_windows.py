"""Windows of turns equal their plain-Python meaning, whatever turns there are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from memdb.query.channel import ChannelScores, joined
from memdb.query.windows import ALONE, distinct, largest, mixed, places, runs, summed
from memdb.records.settings import LexicalSettings

DIALOGUE = LexicalSettings().window
WINDOWS = [DIALOGUE, ALONE, ((0, 1.0), (3, 0.5)), ((-20, 2.0), (0, 0.5), (17, 1.0)), ((1, 0.5),)]
turns = st.sets(st.tuples(st.integers(1, 3), st.integers(0, 40)), min_size=1, max_size=60).map(sorted)
windows = st.sampled_from(WINDOWS)
numbers = st.floats(-8, 8, width=32)


def at(found):
    return places([session for session, _ in found], [turn for _, turn in found])


def near(found, one, window):
    """The turns of a window that are there, with their weights."""
    session, turn = one
    return [(weight, found.index((session, turn + o))) for o, weight in window if (session, turn + o) in found]


@given(found=turns, window=windows, values=arrays.arrays(np.float64, 60, elements=numbers))
def test_sums_equal_their_definition(found, window, values):
    values = values[: len(found)]
    expected = [sum(weight * values[n] for weight, n in near(found, one, window)) for one in found]
    assert summed(at(found), at(found), values, window) == pytest.approx(expected)


@given(found=turns, held=turns, window=windows)
def test_sums_count_values_of_other_places_too(found, held, window):
    expected = [sum(weight for offset, weight in window if (session, turn + offset) in held) for session, turn in found]
    assert summed(at(found), at(held), np.ones(len(held)), window) == pytest.approx(expected)


@given(found=turns, window=windows, values=arrays.arrays(np.float64, (60, 3), elements=numbers))
def test_the_largest_of_each_column_equals_its_definition(found, window, values):
    values = values[: len(found)]
    expected = [
        [max([0.0, *(weight * values[n][column] for weight, n in near(found, one, window))]) for column in range(3)]
        for one in found
    ]
    assert largest(at(found), values, window) == pytest.approx(np.asarray(expected))


def mixed_rows(places_, known, values, window):
    """What `mixed` gives block by block, as one table."""
    total = np.full((len(places_), values.shape[1]), np.nan, dtype=values.dtype)
    for block, rows in mixed(places_, known, values, window):
        assert np.isnan(total[block]).all()
        assert rows.dtype == values.dtype
        total[block] = rows
    return total


@given(found=turns, held=turns, window=windows, values=arrays.arrays(np.float32, (60, 5), elements=numbers))
def test_mixed_rows_equal_sums_of_each_column(found, held, window, values):
    values = values[: len(held)]
    # A place may be asked for twice: a long packet has several vectors.
    asked = np.repeat(at(found), [1 + n % 2 for n in range(len(found))])
    expected = np.stack([summed(at(found), at(held), values[:, n], window) for n in range(5)], axis=1)
    got = mixed_rows(asked, at(held), values, window)
    assert got == pytest.approx(np.repeat(expected, [1 + n % 2 for n in range(len(found))], axis=0), abs=1e-4)


def test_blocks_of_mixed_rows_see_beyond_their_borders():
    known = places(np.repeat([1, 2], 150), np.tile(np.arange(150), 2))
    values = np.random.default_rng(1).standard_normal((300, 4))
    expected = np.stack([summed(known, known, values[:, n], DIALOGUE) for n in range(4)], axis=1)
    assert mixed_rows(known, known, values, DIALOGUE) == pytest.approx(expected)


@given(st.lists(st.integers(-5, 5)))
def test_distinct_values_are_sorted_and_each_once(values):
    assert distinct(np.asarray(values, dtype=np.int64)).tolist() == sorted(set(values))


@given(found=turns, window=windows)
def test_runs_hold_every_turn_of_every_window_and_share_none(found, window):
    stretches = runs(at(found), window)
    covered = [(session, turn) for session, first, last in stretches for turn in range(first, last + 1)]
    assert len(set(covered)) == len(covered)
    assert {(session, turn + offset) for session, turn in found for offset, _ in window} <= set(covered)


@given(
    scores=st.dictionaries(st.integers(1, 30), st.floats(-5, 5), max_size=12),
    others=st.dictionaries(st.integers(31, 60), st.floats(-5, 5), max_size=12),
    wanted=st.lists(st.integers(1, 60), max_size=20),
)
def test_scores_of_channels_are_looked_up_and_joined(scores, others, wanted):
    def channel(held, rest):
        packets = sorted(held)
        return ChannelScores(
            np.asarray(packets, dtype=np.int64), np.asarray([held[one] for one in packets], dtype=np.float64), rest
        )

    both = joined([channel(scores, -1.0), channel(others, -2.0)])
    assert both.of(wanted).tolist() == [(scores | others).get(packet, -2.0) for packet in wanted]
    assert channel(scores, 0.5).of(wanted).tolist() == [scores.get(packet, 0.5) for packet in wanted]
