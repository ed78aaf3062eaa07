"""`memdb add`: store one record."""

import sys

import click

from memdb_cli.failures import Failure
from memdb_cli.target import Target, common
from memdb_cli.text import one_line


@click.command()
@click.argument("text")
@click.option("--speaker", metavar="NAME", default="user", show_default=True, help="Who said it.")
@click.option("--session", metavar="NAME", help="The session it belongs to.")
@click.option("--turn", metavar="ID", help="Its own id in the session.")
@click.option("--at", metavar="TIME", help="When it was said, as an ISO date or time. Default: now.")
@common(streams="one")
def command(
    target: Target, /, *, text: str, speaker: str, session: str | None, turn: str | None, at: str | None
) -> None:
    """Store one record; `-` as TEXT reads it from standard input."""
    content = _standard_input() if text == "-" else text
    with target.open(create=True) as memory:
        added = memory.add(
            content, stream=target.stream or "main", session=session, turn=turn, speaker=speaker, said_at=at
        )
    state = "Stored as" if added.new else "Already there as"
    target.print(added.to_dict(), [one_line(f"{state} packet {added.packet} in stream {added.stream}.")])


def _standard_input() -> str:
    try:
        return sys.stdin.buffer.read().decode()
    except UnicodeDecodeError as error:
        raise Failure("standard input is not UTF-8 text; nothing was stored.") from error
