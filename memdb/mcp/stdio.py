"""The standard streams of this process: how programs start a server for themselves."""

import os
import signal

import anyio
from mcp.server.stdio import stdio_server

from memdb.mcp.reach import Reach
from memdb.mcp.server import build


def serve_stdio(reach: Reach) -> None:
    """Serves one client on standard input and output until it closes them.

    Meanwhile the SDK keeps everything but JSON-RPC off standard output: what a model's library prints goes to standard
    error, at the end too, when buffers are flushed.
    """
    # The thread that waits for input cannot be called back, so Ctrl-C ends the process; the file survives any end.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        anyio.run(_stdio, reach)
    finally:
        os.dup2(2, 1)


async def _stdio(reach: Reach) -> None:
    server = build(reach)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())
