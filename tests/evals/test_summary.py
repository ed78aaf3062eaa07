import pytest

from memdb.evals.summary import Tally
from memdb.evals.tasks import Score


def test_every_question_counts_in_the_total_and_in_each_of_its_groups():
    tally = Tally()
    tally.score(Score(gold="a", shares={"found": True}, amounts={"chars": 10}, groups=("small", "easy")))
    tally.score(Score(gold="b", shares={"found": False}, amounts={"chars": 20}, groups=("large", "easy")))
    metrics = tally.metrics()
    assert {name: (metric.value, metric.n) for name, metric in metrics.items()} == {
        "found": (0.5, 2),
        "chars": (15, 2),
        "found[small]": (1, 1),
        "chars[small]": (10, 1),
        "found[large]": (0, 1),
        "chars[large]": (20, 1),
        "found[easy]": (0.5, 2),
        "chars[easy]": (15, 2),
    }


def test_groups_of_one_kind_stand_together_after_the_totals():
    tally = Tally()
    tally.score(Score(gold="a", shares={"found": True}, groups=("one hop", "small")))
    tally.score(Score(gold="b", shares={"found": True}, groups=("two hops", "small")))
    assert list(tally.metrics()) == ["found", "found[one hop]", "found[two hops]", "found[small]"]


def test_a_mark_that_not_every_question_has_is_counted_over_those_that_have_it():
    tally = Tally()
    tally.score(Score(gold="a", shares={"found": True, "stale": False}))
    tally.score(Score(gold="b", shares={"found": True}))
    assert tally.metrics()["stale"].n == 1


def test_proportions_have_an_interval_and_means_rates_and_times_have_none():
    tally = Tally()
    tally.score(Score(gold="a", shares={"found": True}, amounts={"recall": 0.25}))
    tally.time("read_ms", 2.0)
    tally.rate("cpu_ms", 30.0, 60)
    with_interval = {name for name, metric in tally.metrics().items() if metric.interval}
    assert with_interval == {"found"}


def test_a_rate_divides_the_totals_and_does_not_average_averages():
    tally = Tally()
    tally.rate("cpu_ms", 10.0, 10, ["small"])
    tally.rate("cpu_ms", 10.0, 90, ["large"])
    metrics = tally.metrics()
    assert metrics["cpu_ms"].value == pytest.approx(0.2)
    assert metrics["cpu_ms"].n == 100
    assert metrics["cpu_ms[small]"].value == pytest.approx(1.0)


def test_times_are_summed_up_as_mean_median_and_95th_percentile():
    tally = Tally()
    for value in (1.0, 2.0, 9.0):
        tally.time("read_ms", value)
    metrics = tally.metrics()
    assert (metrics["read_ms"].value, metrics["read_ms_p50"].value) == (4.0, 2.0)
    assert 2.0 < metrics["read_ms_p95"].value <= 9.0


def test_spreads_are_told_with_their_95th_percentile_and_the_largest():
    tally = Tally()
    for value in (1.0, 2.0, 9.0):
        tally.score(Score(gold="a", shares={}, spreads={"most": value}, groups=("small",)))
    metrics = tally.metrics()
    assert set(metrics) == {"most", "most_p95", "most_max"}
    assert (metrics["most"].value, metrics["most_max"].value) == (4.0, 9.0)
    assert 2.0 < metrics["most_p95"].value < 9.0


def test_totals_are_added_up():
    tally = Tally()
    tally.total("tokens", 30, 2)
    tally.total("tokens", 12, 1)
    assert (tally.metrics()["tokens"].value, tally.metrics()["tokens"].n) == (42, 3)
