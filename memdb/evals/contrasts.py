"""Paired contrasts of two arms: wins, ties, losses, and the bootstrap interval of their mean difference."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any

from memdb.evals.statistics import cluster_interval

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """How one arm does against another on the questions that both were asked.

    `difference` is the mean of `arm` less that of `against`. `interval` is its 95 % interval over questions, and
    `interval_memories` that over the conversations that they were asked of, None where there is but one.
    """

    metric: str
    arm: str
    against: str
    difference: float
    interval: Interval
    interval_memories: Interval | None
    wins: int
    ties: int
    losses: int

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary that JSON can hold."""
        return asdict(self)


def contrasts(
    rows: Sequence[Mapping[str, Any]], metrics: Sequence[str], groups: Sequence[str] = ()
) -> Iterator[Contrast]:
    """Every arm against the first, and against the one before it, by the rows of a report.

    They are compared over all questions, then over those of each group, whose metric is named `metric[group]`.
    """
    yield from _contrasts(rows, metrics)
    for group in groups:
        for one in _contrasts([row for row in rows if group in row["groups"]], metrics):
            yield replace(one, metric=f"{one.metric}[{group}]")


def _contrasts(rows: Sequence[Mapping[str, Any]], metrics: Sequence[str]) -> Iterator[Contrast]:
    arms = list(dict.fromkeys(str(row["arm"]) for row in rows))
    pairs = dict.fromkeys([*((arm, arms[0]) for arm in arms[1:]), *((arm, before) for before, arm in pairwise(arms))])
    for metric in metrics:
        of_arm: dict[str, dict[tuple[str, str], Mapping[str, Any]]] = {arm: {} for arm in arms}
        for row in rows:
            if metric in row["scores"]:
                of_arm[row["arm"]][row["part"], row["id"]] = row
        for arm, against in pairs:
            if shared := [key for key in of_arm[arm] if key in of_arm[against]]:
                yield _contrast(metric, arm, against, [(of_arm[arm][key], of_arm[against][key]) for key in shared])


def _contrast(
    metric: str, arm: str, against: str, pairs: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]
) -> Contrast:
    differences = [float(one["scores"][metric]) - float(other["scores"][metric]) for one, other in pairs]
    questions: list[Hashable] = [one["id"] for one, _ in pairs]
    memories: list[Hashable] = [(one["part"], *(one["streams"] or ())) for one, _ in pairs]
    return Contrast(
        metric=metric,
        arm=arm,
        against=against,
        difference=sum(differences) / len(differences),
        interval=cluster_interval(differences, questions),
        interval_memories=cluster_interval(differences, memories) if len(set(memories)) > 1 else None,
        wins=sum(one > 0 for one in differences),
        ties=sum(one == 0 for one in differences),
        losses=sum(one < 0 for one in differences),
    )
