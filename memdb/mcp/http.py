"""Streamable HTTP on this machine only: a bearer token, and no page of a browser from elsewhere."""

import hmac
import socket
from collections.abc import Callable

import anyio
import uvicorn
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from pydantic import AnyHttpUrl

from memdb import UsageError
from memdb.mcp.reach import Reach
from memdb.mcp.server import build

HOST = "127.0.0.1"
SHORTEST_TOKEN = 16
_GRACE_SECONDS = 2
_PORTS = range(1 << 16)


class _OneToken:
    """The SDK's check of bearer tokens, for the one that this server has."""

    def __init__(self, token: str) -> None:
        self._token = token.encode()

    async def verify_token(self, token: str) -> AccessToken | None:
        right = hmac.compare_digest(token.encode(), self._token)
        return AccessToken(token=token, client_id="local", scopes=[]) if right else None


def serve_http(reach: Reach, *, port: int, token: str, ready: Callable[[str], None]) -> None:
    """Serves on the loopback address until it is stopped.

    The SDK refuses requests without the token, for another host (DNS rebinding) or from a page of another origin.

    Args:
        reach: what to serve.
        port: where to listen; 0 is any free port.
        token: what clients send as `Authorization: Bearer TOKEN`, at least 16 characters.
        ready: called with the address once it is listened at.

    Raises:
        UsageError: the token is too short, or the port is taken or none.
    """
    if len(token) < SHORTEST_TOKEN or not (token.isascii() and token.isprintable()) or " " in token:
        raise UsageError(f"the token is no secret: give at least {SHORTEST_TOKEN} characters of ASCII without blanks")
    with _listening(port) as listener:
        url = f"http://{HOST}:{listener.getsockname()[1]}"
        app = build(reach).streamable_http_app(
            host=HOST,
            token_verifier=_OneToken(token),
            auth=AuthSettings(issuer_url=AnyHttpUrl(url), resource_server_url=None),
        )
        config = uvicorn.Config(
            app, log_config=None, access_log=False, ws="none", timeout_graceful_shutdown=_GRACE_SECONDS
        )
        ready(f"{url}/mcp")
        anyio.run(uvicorn.Server(config).serve, [listener])


def _listening(port: int) -> socket.socket:
    if port not in _PORTS:
        raise UsageError(f"{port} is no port: give one up to {_PORTS[-1]}, or 0 for any free one")
    try:
        return socket.create_server((HOST, port))
    except OSError as error:
        raise UsageError(
            f"cannot listen at port {port} ({error.strerror}): give another, or 0 for any free one"
        ) from error
