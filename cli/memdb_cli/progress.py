"""A progress bar on stderr, when a person is there to see it."""

import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import click

from memdb_cli.text import one_line

Progress = Callable[[int, int | None], None]
LOG_SECONDS = 60.0
_LABEL = 60
"""Characters of a file's name beside its bar."""


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
            bars.append(click.progressbar(length=total, label=one_line(label, limit=_LABEL), file=sys.stderr))
        bars[0].update(min(done, total) - bars[0].pos)

    try:
        yield advance
    finally:
        for bar in bars:
            bar.render_finish()


@contextmanager
def progress_line() -> Generator[Callable[[str], None]]:
    """Give a function that shows a line in place of the one before; where nobody looks on, one a minute for the log."""
    seen = sys.stderr.isatty()
    last = 0.0

    def show(line: str) -> None:
        nonlocal last
        if seen:
            click.echo(f"\r\x1b[K{one_line(line)}", nl=False, err=True)
        elif time.monotonic() - last >= LOG_SECONDS:
            last = time.monotonic()
            click.echo(one_line(line), err=True)

    try:
        yield show
    finally:
        if seen:
            click.echo("\r\x1b[K", nl=False, err=True)
