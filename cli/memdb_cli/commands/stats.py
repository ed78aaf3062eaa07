"""`memdb stats`: counts and sizes."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from memdb_cli.target import Target, common
from memdb_cli.text import columns, counted, one_line, size

if TYPE_CHECKING:
    from memdb import Stats


@click.command()
@common(streams="none")
def command(target: Target, /) -> None:
    """Show how much the memory holds and what it takes on disk."""
    with target.open() as memory:
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
