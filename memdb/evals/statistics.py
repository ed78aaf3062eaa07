"""Intervals and summaries. scipy does the interval and is an optional part, asked for before long work begins."""

import importlib
import statistics as plain
from collections.abc import Hashable, Sequence
from types import ModuleType
from typing import Any

from memdb.errors import ExtraNeededError

CONFIDENCE = 0.95
REPLICATES = 10_000
_BATCH = 500
"""Replicates that are held in memory at once."""


def require_scipy() -> ModuleType:
    """Import the statistics module of scipy.

    Raises ExtraNeededError when scipy is not installed.
    """
    try:
        return importlib.import_module("scipy.stats")
    except ImportError:
        message = "evaluation needs scipy for its intervals; install it with: pip install 'memdb-engine[eval]'"
        raise ExtraNeededError(message) from None


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The Wilson score interval of a proportion at 95 %, for `hits` of `n` (n at least 1)."""
    interval = require_scipy().binomtest(hits, n).proportion_ci(confidence_level=CONFIDENCE, method="wilson")
    return float(interval.low), float(interval.high)


def cluster_interval(values: Sequence[float], clusters: Sequence[Hashable]) -> tuple[float, float]:
    """The percentile bootstrap interval of a mean at 95 %, drawing whole clusters; the same in every run.

    `clusters` says for each value which it belongs to: values of one question, or of one conversation, hang together.
    """
    places = {cluster: place for place, cluster in enumerate(dict.fromkeys(clusters))}
    sums, counts = [0.0] * len(places), [0] * len(places)
    for value, cluster in zip(values, clusters, strict=True):
        sums[places[cluster]] += value
        counts[places[cluster]] += 1
    if len(places) == 1:
        return sums[0] / counts[0], sums[0] / counts[0]
    interval = require_scipy().bootstrap(
        (sums, counts), _ratio, paired=True, vectorized=True, n_resamples=REPLICATES, batch=_BATCH,
        confidence_level=CONFIDENCE, method="percentile", rng=0,
    ).confidence_interval  # fmt: skip
    return float(interval.low), float(interval.high)


def _ratio(sums: Any, counts: Any, axis: int) -> Any:
    """The mean of the values of the drawn clusters; numpy arrays, as scipy gives them."""
    return sums.sum(axis=axis) / counts.sum(axis=axis)


def percentile(values: Sequence[float], percent: int) -> float:
    """The value below which `percent` of the values lie, interpolated between neighbours; percent is 1 to 99."""
    if len(values) == 1:
        return values[0]
    return plain.quantiles(values, n=100, method="inclusive")[percent - 1]


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean."""
    return plain.fmean(values)
