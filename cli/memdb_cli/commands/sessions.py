"""`memdb sessions`: the sessions of each stream."""

import click

from memdb_cli.target import Target, common
from memdb_cli.text import columns, counted


@click.command()
@common(streams="many")
def command(target: Target, /) -> None:
    """List the sessions of each stream, with their start and the number of their records."""
    with target.open() as memory:
        sessions = memory.sessions(streams=target.selected)
    rows = [
        (info.stream, info.session or "(unnamed)", info.started_at or "", counted(info.packets, "record"))
        for info in sessions
    ]
    document = {"sessions": [info.to_dict() for info in sessions]}
    target.print(document, columns(rows) or ["No sessions yet."])
