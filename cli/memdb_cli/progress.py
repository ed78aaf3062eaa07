"""A progress bar on stderr, when a person is there to see it."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import click

Progress = Callable[[int, int | None], None]


@contextmanager
def progress_bar(label: str) -> Generator[Progress]:
    """Give a function that takes what is done and the total, in one unit. A total of None shows no bar."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    bars: list[Any] = []

    def advance(done: int, total: int | None) -> None:
        if not total:
            return
        if not bars:
            bars.append(click.progressbar(length=total, label=label, file=sys.stderr))
        bars[0].update(min(done, total) - bars[0].pos)

    try:
        yield advance
    finally:
        for bar in bars:
            bar.render_finish()
