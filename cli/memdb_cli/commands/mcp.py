"""`memdb mcp`: the memory as tools for assistants."""

import gc
import os
import secrets
from typing import TYPE_CHECKING

import click

from memdb_cli.target import Target, common
from memdb_cli.text import json_text

if TYPE_CHECKING:
    from memdb.mcp import Reach

TOKEN = "MEMDB_MCP_TOKEN"  # noqa: S105 - the variable's name


@click.command()
@click.option("--http", "port", type=int, metavar="PORT", help="Serve at this port of 127.0.0.1; 0 is any free one.")
@common(streams="many")
def command(target: Target, /, *, port: int | None) -> None:
    """Serve the memory to an assistant by the Model Context Protocol.

    On standard input and output, as `memdb connect` tells assistants to start it, or with --http to any number of
    clients on this machine, who send the token that $MEMDB_MCP_TOKEN holds or that is printed. --stream bounds what
    they reach; the first one named is written to.
    """
    # The SDK makes thousands of classes; collecting garbage meanwhile takes an eighth of the time until it answers.
    gc.disable()
    from memdb.mcp import Reach, serve_stdio  # noqa: PLC0415 - start-up time

    gc.enable()
    reach = Reach(lambda: target.open(create=True), target.streams)
    if port is None:
        serve_stdio(reach)
    else:
        _serve_http(target, reach, port)


def _serve_http(target: Target, reach: "Reach", port: int) -> None:
    from memdb.mcp import serve_http  # noqa: PLC0415 - start-up time

    named = os.environ.get(TOKEN)
    token = named or secrets.token_urlsafe(32)

    def ready(url: str) -> None:
        if target.json:
            click.echo(json_text({"url": url, "token": token}))
        else:
            click.echo(
                f"memdb: serving at {url}, for who sends: Authorization: Bearer {'$' + TOKEN if named else token}",
                err=True,
            )

    serve_http(reach, port=port, token=token, ready=ready)
