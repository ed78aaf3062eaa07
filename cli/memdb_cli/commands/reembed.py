"""`memdb reembed`: embed what awaits it."""

import click

from memdb_cli.progress import progress_bar
from memdb_cli.target import Target, common
from memdb_cli.text import counted


@click.command()
@common(streams="none")
def command(target: Target, /) -> None:
    """Embed the records that the embedder has not read: after a change of embedder, or of an older file.

    It may be stopped at any time and goes on where it was. Until it is done, records that await it are found by their
    words alone. `memdb models use embedder NAME` changes the embedder.
    """
    with target.open() as memory, progress_bar("embedding") as progress:
        report = memory.reembed(progress=progress)
    done = f"{counted(report.packets, 'record')} embedded by {report.embedder} in {report.seconds:,.1f} s"
    target.print(report.to_dict(), [done])
