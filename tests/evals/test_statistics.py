import sys

import pytest

import memdb.evals
from memdb.errors import ExtraNeededError
from memdb.evals import statistics


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (172, 200, 0.8051, 0.9013)],
)
def test_wilson_interval_has_its_published_values(hits, n, low, high):
    assert statistics.wilson(hits, n) == pytest.approx((low, high), abs=6e-5)


def test_percentiles_interpolate_between_neighbours():
    values = [float(value) for value in range(1, 102)]
    assert statistics.percentile(values, 50) == 51
    assert statistics.percentile(values, 95) == 96
    assert statistics.percentile([7.5], 95) == 7.5


def test_without_scipy_an_evaluation_names_the_command_that_installs_it(monkeypatch, tmp_path):
    (tmp_path / "corpus.jsonl").write_text('{"id": 1, "session": 1, "ts": "2026-01-05", "speaker": "A", "text": "Hi"}')
    (tmp_path / "queries.jsonl").write_text('{"q": "Who?", "gold": [1], "stale": [], "kind": "single"}')
    monkeypatch.setitem(sys.modules, "scipy.stats", None)
    with pytest.raises(ExtraNeededError, match=r"pip install 'memdb-engine\[eval\]'"):
        memdb.evals.run("toychat", tmp_path)


def test_the_bootstrap_interval_of_a_mean_is_that_of_the_normal_for_many_values():
    values = [0.0, 1.0] * 500
    low, high = statistics.cluster_interval(values, range(1000))
    assert (low, high) == pytest.approx((0.5 - 1.96 * 0.5 / 1000**0.5, 0.5 + 1.96 * 0.5 / 1000**0.5), abs=2e-3)
    assert statistics.cluster_interval(values, range(1000)) == (low, high)


def test_values_that_hang_together_are_drawn_together():
    values = [0.0] * 50 + [1.0] * 50
    apart = statistics.cluster_interval(values, range(100))
    together = statistics.cluster_interval(values, [0] * 50 + [1] * 50)
    assert apart[0] > 0.3
    assert together == (0, 1)


def test_one_cluster_tells_nothing_of_others():
    assert statistics.cluster_interval([0.0, 1.0], "aa") == (0.5, 0.5)
