"""`memdb correct`: the user's word outranks what it corrects."""

import click

from memdb_cli.target import Target, common
from memdb_cli.text import one_line


@click.command()
@click.argument("subject")
@click.argument("relation")
@click.argument("value")
@click.option("--at", metavar="TIME", help="When it became true, as an ISO date or time. Default: now.")
@common(streams="one")
def command(target: Target, /, *, subject: str, relation: str, value: str, at: str | None) -> None:
    """Set the RELATION of SUBJECT to VALUE; it outranks what was said before.

    For example: memdb correct "Ana Duarte" "lives in" Ghent. Use the names that `memdb facts` shows.
    """
    with target.open() as memory:
        added = memory.correct(subject, relation, value, stream=target.stream or "main", said_at=at)
    line = f"{subject}: {relation} = {value} (packet {added.packet}, stream {added.stream})."
    target.print(added.to_dict(), [one_line(line)])
