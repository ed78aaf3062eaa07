"""The options that `ask` and `trace` share, as the keyword arguments of a read."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

SCHEDULERS = ("fast", "llm", "labels", "auto", "mmr")
RECIPES = ("best", "paper")
VIEWS = ("bundle", "raw", "claim")
F = TypeVar("F", bound=Callable[..., Any])


def as_of_option(function: F) -> F:
    """Give a command `--as-of`."""
    return click.option(
        "--as-of",
        metavar="MOMENT",
        help="See only what was known then: a date, time or year (2024), or a position in the stream (@12).",
    )(function)


def asked_at_option(function: F) -> F:
    """Give a command `--asked-at`."""
    return click.option(
        "--asked-at", metavar="DATE", help='The day from which "last week" counts. Default: that of --as-of, or today.'
    )(function)


def recipe_option(function: F) -> F:
    """Give a command `--recipe`."""
    return click.option(
        "--recipe",
        type=click.Choice(RECIPES),
        default="best",
        show_default=True,
        help="How records are found: as memdb finds most, or by claims and Cells as published.",
    )(function)


def read_options(function: F) -> F:
    """Give a command every option of a read, with the names that `Memory.read` takes."""
    for option in reversed(
        [
            as_of_option,
            asked_at_option,
            recipe_option,
            click.option("--k", type=click.IntRange(1), default=10, show_default=True, help="Records to select."),
            click.option(
                "--extra", type=click.IntRange(0), default=2, show_default=True, help="Further records that may join."
            ),
            click.option(
                "--view",
                type=click.Choice(VIEWS),
                default="bundle",
                show_default=True,
                help="How records are shown to the reader: with their claims, as they are, or by one claim each.",
            ),
            click.option(
                "--scheduler",
                type=click.Choice(SCHEDULERS),
                default="fast",
                show_default=True,
                help="What selects the records: words, a model by a list or by labels, or as the paper tried (mmr).",
            ),
            click.option(
                "--time-budget",
                type=click.FloatRange(0),
                default=10.0,
                show_default=True,
                metavar="SECONDS",
                help="What --scheduler auto may spend on a model.",
            ),
            click.option("--adaptive", is_flag=True, help="Let the question decide how many records to select."),
            click.option("--asker", metavar="NAME", help="Who asks: the person that I, my and me stand for."),
        ]
    ):
        function = option(function)
    return function
