"""`memdb cells`: the groups of claims by which questions find them, and grouping them anew."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from memdb_cli.target import Target, common
from memdb_cli.text import columns, counted, one_line

if TYPE_CHECKING:
    from memdb import CellInfo

LAYOUTS = ("flat", "sequential", "session", "entity", "bounded")
_TITLE = 60


@click.group(invoke_without_command=True)
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help="Groups to show of each stream.")
@common(streams="many")
def command(target: Target, /, *, limit: int) -> None:
    """Show the groups of claims ("Cells") by which questions find them: what each is about, and how much is in it."""
    context = click.get_current_context()
    if context.invoked_subcommand:
        context.obj = target
        return
    with target.open() as memory:
        cells = memory.cells(streams=target.selected, limit=limit)
    document = {"cells": [cell.to_dict() for cell in cells]}
    target.print(document, list(_lines(cells)) or ["No claims are grouped yet."])


def _lines(cells: Sequence["CellInfo"]) -> Iterator[str]:
    for stream, group in groupby(cells, key=lambda cell: cell.stream):
        yield one_line(stream)
        yield from columns((_row(cell) for cell in group), indent="  ")


def _row(cell: "CellInfo") -> tuple[str, ...]:
    first, last = cell.first_session, cell.last_session
    sessions = f"session {first}" if first == last else f"sessions {first}-{last}"
    return (
        f"cell {cell.cell}",
        counted(cell.claims, "claim"),
        sessions,
        one_line(cell.title or cell.summary, limit=_TITLE),
    )


@command.command()
@click.option(
    "--layout",
    type=click.Choice(LAYOUTS),
    default="bounded",
    show_default=True,
    help="Bounded Cells, or what to compare them with: none (flat), or blocks in order, by session, or by person.",
)
@click.option(
    "--speaker-counts", is_flag=True, help="Count whoever says a claim among its people, to see what comes of it."
)
@common(streams="many")
def rebuild(target: Target, /, *, layout: Any, speaker_counts: bool) -> None:
    """Group all claims anew, and those that come later in the same way."""
    with target.open() as memory:
        report = memory.rebuild_cells(layout, streams=target.selected, speaker_counts=speaker_counts)
    groups = f"{counted(report.claims, 'claim')} in {counted(report.cells, 'Cell')}"
    target.print(report.to_dict(), [one_line(f"{report.layout}: {groups}, {report.seconds:,.1f} s")])
