"""Intervals and summaries. scipy does the interval and is an optional part, asked for before long work begins."""

import importlib
import statistics as plain
from collections.abc import Sequence
from types import ModuleType

from memdb.errors import ExtraNeededError

CONFIDENCE = 0.95


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


def percentile(values: Sequence[float], percent: int) -> float:
    """The value below which `percent` of the values lie, interpolated between neighbours; percent is 1 to 99."""
    if len(values) == 1:
        return values[0]
    return plain.quantiles(values, n=100, method="inclusive")[percent - 1]


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean."""
    return plain.fmean(values)
