"""Messages of clients to the MCP server: lines on its standard input, and the arguments of calls."""

import io
import json
from functools import cache

import anyio
from mcp.server.stdio import stdio_server

import memdb
from memdb.mcp import Reach, build
from memdb.mcp.server import _called, _read
from memdb.mcp.tools import tools

from . import scratch

_HELLO = {
    "jsonrpc": "2.0", "id": 0, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "fuzz", "version": "1"}},
}  # fmt: skip
_READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
_BUG = "a bug in memdb"


def lines(data: bytes) -> None:
    """After a handshake, any lines: what comes out is JSON-RPC."""
    given = "\n".join((json.dumps(_HELLO), json.dumps(_READY), data.decode(errors="replace")))
    written = io.StringIO()
    path = scratch.memory_file()
    anyio.run(_served, Reach(lambda: memdb.open(path)), io.StringIO(given), written)
    for line in written.getvalue().splitlines():
        assert json.loads(line)["jsonrpc"] == "2.0"
        assert _BUG not in line


async def _served(reach: Reach, given: io.StringIO, written: io.StringIO) -> None:
    server = build(reach)
    async with stdio_server(anyio.wrap_file(given), anyio.wrap_file(written)) as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


@cache
def _reach() -> Reach:
    return Reach(scratch.shared, ["main", "facts"])


def call(data: bytes) -> None:
    """A list of a tool's name and its arguments; with another first item, a resource."""
    try:
        name, arguments = json.loads(data)
    except (ValueError, TypeError, RecursionError):
        return
    table = tools()
    if name in ("remember", "correct") or not isinstance(arguments, dict):  # the memory is shared
        _read(_reach(), str(arguments))
    elif isinstance(name, str) and name in table:
        result = _called(table[name], _reach(), arguments)
        text = result.content[0].text
        assert _BUG not in text, text
        assert len(text) <= 100_000 + 12 * len(data)
        json.dumps(result.structured_content).encode()


TARGETS = {"mcp_lines": lines, "mcp_call": call}
