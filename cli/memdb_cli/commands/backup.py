"""`memdb backup`: a consistent copy, while others use the file."""

import click

from memdb_cli.target import Target, common
from memdb_cli.text import one_line


@click.command()
@click.argument("destination", metavar="DEST")
@common(streams="none")
def command(target: Target, /, *, destination: str) -> None:
    """Copy the memory to DEST, a file that must not exist yet. Others may go on using the memory meanwhile."""
    with target.open() as memory:
        written = memory.backup(destination)
    target.print({"path": str(written)}, [one_line(f"Copied to {written}.")])
