"""`memdb correct`: the user's word outranks what it corrects."""

from typing import TYPE_CHECKING

import click

from memdb_cli.target import Target, common
from memdb_cli.text import one_line

if TYPE_CHECKING:
    from memdb import Memory


@click.command()
@click.argument("subject")
@click.argument("relation")
@click.argument("value")
@click.option("--at", metavar="TIME", help="When it became true, as an ISO date or time. Default: now.")
@common(streams="one")
def command(target: Target, /, *, subject: str, relation: str, value: str, at: str | None) -> None:
    """Set the RELATION of SUBJECT to VALUE; it outranks what was said before.

    For example: memdb correct "Ana Duarte" "lives in" Ghent. Use the names that `memdb facts` shows. Without --stream
    the correction goes to the stream that knows SUBJECT.
    """
    with target.open() as memory:
        added = memory.correct(
            subject, relation, value, stream=target.stream or _stream_of(memory, subject), said_at=at
        )
    line = f"{subject}: {relation} = {value} (packet {added.packet}, stream {added.stream})."
    target.print(added.to_dict(), [one_line(line)])


def _stream_of(memory: "Memory", subject: str) -> str:
    """The one stream that states something about the subject; a correction anywhere else would correct nothing."""
    streams = sorted({fact.stream for fact in memory.facts(subject)})
    if len(streams) > 1:
        raise click.UsageError(f"{subject} is known in several streams; choose with --stream: {', '.join(streams)}.")
    return streams[0] if streams else "main"
