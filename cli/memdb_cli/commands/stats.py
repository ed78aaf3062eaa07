"""`memdb stats`: counts and sizes."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from memdb_cli.target import Target, common
from memdb_cli.text import columns, counted, one_line, size

if TYPE_CHECKING:
    from memdb import Stats, UsageReport


@click.command()
@click.option("--usage", is_flag=True, help="Show instead how often models were called, and the tokens they took.")
@common(streams="none")
def command(target: Target, /, *, usage: bool) -> None:
    """Show how much the memory holds and what it takes on disk.

    With --usage, an answer that was kept from an earlier call counts as nothing, and a call that a limit cut counts.
    """
    with target.open() as memory:
        if usage:
            report = memory.usage()
            target.print(report.to_dict(), _usage_lines(report))
        else:
            stats = memory.stats()
            target.print(stats.to_dict(), _lines(stats))


def _lines(stats: "Stats") -> Iterator[str]:
    yield one_line(f"{stats.path}: {size(stats.file_bytes)}, schema {stats.schema_version}")
    yield "Streams"
    yield from columns(
        ((name, counted(number, "record"), stats.profiles.get(name, "")) for name, number in stats.streams.items()),
        indent="  ",
    )
    yield "Tables"
    yield from columns(
        (
            (name, counted(number, "row"), size(stats.table_bytes[name]) if name in stats.table_bytes else "")
            for name, number in stats.tables.items()
        ),
        indent="  ",
    )
    for note in stats.notes:
        yield f"Note: {one_line(note)}"


def _usage_lines(report: "UsageReport") -> Iterator[str]:
    if not report.models:
        yield "No model was called."
    yield from columns(
        (
            one.kind,
            one.model,
            counted(one.calls, "call"),
            f"{one.prompt_tokens:,} + {one.completion_tokens:,} tokens",
            f"{one.seconds:,.1f} s",
            f"{counted(one.answers, 'answer')} kept",
        )
        for one in report.models
    )
