"""What of a dataset an evaluation runs: which arms, and which of the questions."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from memdb.errors import UsageError
from memdb.evals.tasks import Arm, Dataset, Part

USUAL = "usual"
"""The set of arms that is run where nobody names any."""


def chosen_arms(dataset: Dataset, wanted: Sequence[str] | None, *, enriched: bool) -> dict[str, Arm]:
    """The arms that were asked for, by their names or those of sets; without a model less those that need one.

    Raises:
        UsageError: an arm is not there, or needs a model that nobody named.
    """
    able = [arm for arm in dataset.arms if enriched or arm not in dataset.needs_model]
    if wanted is None:
        names = [arm for arm in able if arm in dataset.sets.get(USUAL, able)]
    else:
        names = list(dict.fromkeys(arm for name in wanted for arm in dataset.sets.get(name, (name,))))
    unknown = [name for name in names if name not in dataset.arms]
    if unknown or not names:
        missing = f"no arm is called {unknown[0]!r}" if unknown else "no arm was given"
        raise UsageError(f"{dataset.name}: {missing}; choose from: {', '.join((*dataset.sets, *dataset.arms))}")
    if unable := [name for name in names if name not in able]:
        raise UsageError(f"{dataset.name}: the arm {unable[0]} needs a model: name one with --enrich")
    return {name: dataset.arms[name] for name in names}


def chosen_parts(parts: Sequence[Part], *, limit: int | None, sample: int | None, seed: int) -> list[Part]:
    """The parts with only the chosen tasks, in file order; parts without any are not built."""
    for name, value in (("limit", limit), ("sample", sample)):
        if value is not None and value < 1:
            raise UsageError(f"{name} must be at least 1, not {value}")
    places = [(part, task) for part in range(len(parts)) for task in range(len(parts[part].tasks))]
    if sample is not None and sample < len(places):
        places = sorted(random.Random(seed).sample(places, sample))  # noqa: S311 - a repeatable draw, not a secret
    kept = set(places[:limit])
    picked = [
        replace(part, tasks=[task for place, task in enumerate(part.tasks) if (number, place) in kept])
        for number, part in enumerate(parts)
    ]
    return [part for part in picked if part.tasks]


def by_name(datasets: Mapping[str, Dataset], name: str) -> Dataset:
    """The benchmark of a name.

    Raises:
        UsageError: there is none.
    """
    if name not in datasets:
        raise UsageError(f"no benchmark is called {name!r}; choose one of: {', '.join(datasets)}")
    return datasets[name]
