"""`memdb mcp`: the memory as tools for assistants."""

import gc

import click

from memdb_cli.target import Target, common


@click.command()
@common(streams="many")
def command(target: Target, /) -> None:
    """Serve the memory to an assistant by the Model Context Protocol.

    On standard input and output, as programs start it. --stream bounds what the assistant reaches; the first one named
    is written to.
    """
    # The SDK makes thousands of classes; collecting garbage meanwhile takes an eighth of the time until it answers.
    gc.disable()
    from memdb.mcp import Reach, serve_stdio  # noqa: PLC0415 - start-up time

    gc.enable()
    serve_stdio(Reach(lambda: target.open(create=True), target.streams))
