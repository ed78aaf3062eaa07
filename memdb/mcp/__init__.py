"""The MCP server: a memory as tools and resources for assistants, by the public names of memdb.

Needs the official SDK, the extra `mcp`. `memdb mcp` runs it.
"""

from memdb import ExtraNeededError

try:
    from memdb.mcp.http import serve_http
    from memdb.mcp.reach import Reach
    from memdb.mcp.server import build
    from memdb.mcp.stdio import serve_stdio
except ImportError as error:
    if (error.name or "").partition(".")[0] not in {"mcp", "mcp_types"}:
        raise
    message = "the MCP server needs the SDK mcp, version 2: install it with `pip install 'memdb-engine[mcp]'`"
    raise ExtraNeededError(message) from error

__all__ = ["Reach", "build", "serve_http", "serve_stdio"]
