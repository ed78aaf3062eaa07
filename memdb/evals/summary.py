"""Gathering marks into metrics: over everything, then over each group."""

from collections.abc import Iterable

from memdb.evals.report import Metric
from memdb.evals.statistics import mean, percentile, wilson
from memdb.evals.tasks import Score


class Tally:
    """The marks of one arm. A group's metrics are named `metric[group]`.

    Totals come first, then the groups that were named first among those of their marks, then those named second.
    """

    def __init__(self) -> None:
        """Start with no marks."""
        self._shares: dict[tuple[str, str], tuple[int, int]] = {}
        self._amounts: dict[tuple[str, str], list[float]] = {}
        self._rates: dict[tuple[str, str], tuple[float, int]] = {}
        self._totals: dict[str, tuple[float, int]] = {}
        self._times: dict[str, list[float]] = {}
        self._spreads: dict[str, list[float]] = {}
        self._places: dict[str, tuple[int, int]] = {"": (0, 0)}

    def score(self, score: Score) -> None:
        """Count the marks of one question, in the total and in its groups."""
        for name, passed in score.shares.items():
            self.share(name, int(passed), 1, score.groups)
        for name, (right, of) in score.counts.items():
            self.share(name, right, of, score.groups)
        for name, value in score.amounts.items():
            for group in self._all(score.groups):
                self._amounts.setdefault((group, name), []).append(value)
        for name, value in score.spreads.items():
            self._spreads.setdefault(name, []).append(value)

    def share(self, name: str, passed: int, checked: int, groups: Iterable[str] = ()) -> None:
        """Count `passed` of `checked` yes-or-no marks."""
        for group in self._all(groups):
            before = self._shares.get((group, name), (0, 0))
            self._shares[group, name] = before[0] + passed, before[1] + checked

    def total(self, name: str, value: float, n: int) -> None:
        """Count towards a total over n records, which is reported as it is."""
        before = self._totals.get(name, (0.0, 0))
        self._totals[name] = before[0] + value, before[1] + n

    def rate(self, name: str, total: float, n: int, groups: Iterable[str] = ()) -> None:
        """Count a total that is reported for each of n records."""
        for group in self._all(groups):
            before = self._rates.get((group, name), (0.0, 0))
            self._rates[group, name] = before[0] + total, before[1] + n

    def time(self, name: str, value: float) -> None:
        """Count one measured time; reported as mean, median and 95th percentile, over everything only."""
        self._times.setdefault(name, []).append(value)

    def metrics(self) -> dict[str, Metric]:
        """Every metric by name."""
        found = {key: _share(passed, checked) for key, (passed, checked) in self._shares.items() if checked}
        found |= {key: _plain(mean(values), len(values)) for key, values in self._amounts.items()}
        found |= {key: _plain(total / n, n) for key, (total, n) in self._rates.items() if n}
        groups = sorted({group for group, _name in found}, key=lambda group: self._places[group])
        metrics = {_label(*key): found[key] for group in groups for key in found if key[0] == group}
        metrics |= {name: _plain(value, n) for name, (value, n) in self._totals.items()}
        for name, values in self._spreads.items():
            metrics[name] = _plain(mean(values), len(values))
            metrics[f"{name}_p95"] = _plain(percentile(values, 95), len(values))
            metrics[f"{name}_max"] = _plain(max(values), len(values))
        for name, values in self._times.items():
            metrics[name] = _plain(mean(values), len(values))
            metrics[f"{name}_p50"] = _plain(percentile(values, 50), len(values))
            metrics[f"{name}_p95"] = _plain(percentile(values, 95), len(values))
        return metrics

    def _all(self, groups: Iterable[str]) -> tuple[str, ...]:
        named = ("", *groups)
        for place, group in enumerate(named):
            self._places.setdefault(group, (place, len(self._places)))
        return named


def _share(passed: int, checked: int) -> Metric:
    return Metric(value=passed / checked, interval=wilson(passed, checked), n=checked)


def _plain(value: float, n: int) -> Metric:
    return Metric(value=value, interval=None, n=n)


def _label(group: str, name: str) -> str:
    return f"{name}[{group}]" if group else name
