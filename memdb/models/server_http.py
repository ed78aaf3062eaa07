"""HTTP to a server of models: JSON there and back, within a time limit, with a few retries."""

import http.client
import ipaddress
import os
import time
import urllib.request
from typing import Any, NoReturn
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

import msgspec

from memdb.errors import ModelError, UsageError

RETRIES = 3
BACKOFF_S = 0.5
LONGEST = 64 << 20
"""Bytes of an answer; a batch of embeddings takes a few hundred thousand."""

_START = "start it: `ollama serve`, `llama-server -m FILE.gguf`, or the server of LM Studio"


class _ErrorDetail(msgspec.Struct):
    message: str = ""


class _ErrorBody(msgspec.Struct):
    error: _ErrorDetail | str = ""
    message: str = ""
    detail: str = ""


class Refused(Exception):  # noqa: N818 - it never leaves the room: callers ask in another way, or make a ModelError
    """The server answered with a status that no retry helps."""

    def __init__(self, url: str, status: int, reason: str) -> None:
        """What was asked, and what came."""
        super().__init__(f"{url} answered {status}: {reason}")
        self.status = status
        self.reason = reason

    def error(self) -> ModelError:
        """The same for a caller of memdb."""
        advice = ": set MEMDB_API_KEY" if self.status in {401, 403} else ""
        return ModelError(f"the model server refused: {self}{advice}")


class Server:
    """A server by the address of its OpenAI-compatible interface, such as "http://127.0.0.1:11434/v1"."""

    def __init__(self, url: str) -> None:
        """Nothing is sent yet.

        Raises:
            UsageError: the address is none of a server, or holds a password.
        """
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise UsageError(f"{url} is no address of a server: write http://HOST:PORT/v1#MODEL")
        if parts.username or parts.password:
            raise UsageError("a server's address must not hold a password: set MEMDB_API_KEY")
        self.root = f"{parts.scheme}://{parts.netloc}"
        self.url = self.root + (parts.path.rstrip("/") or "/v1")
        local = _is_loopback(parts.hostname)
        handlers: list[urllib.request.BaseHandler] = [_NoRedirects()]
        if local:  # a proxy would look for its own loopback
            handlers.append(urllib.request.ProxyHandler({}))
        self._opener = urllib.request.build_opener(*handlers)
        self._headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if key := _key(parts.scheme, parts.hostname):
            self._headers["Authorization"] = f"Bearer {key}"

    def post(self, path: str, body: dict[str, Any], *, deadline: float) -> bytes:
        """Sends JSON to a path below the interface, or below the root if it begins with "/"; gives the answer's bytes.

        A server that fails (5xx) or breaks the connection off is asked again a few times, until the deadline.

        Args:
            path: "chat/completions" or "/api/show".
            body: what is sent as JSON.
            deadline: of `time.monotonic`.

        Raises:
            TimeoutError: the deadline passed.
            Refused: it answered with an error.
            ModelError: it cannot be reached.
        """
        return self._ask(path, msgspec.json.encode(body), deadline)

    def get(self, path: str, *, deadline: float) -> bytes:
        """As `post`, but asks only."""
        return self._ask(path, None, deadline)

    def _ask(self, path: str, data: bytes | None, deadline: float) -> bytes:
        url = self.root + path if path.startswith("/") else f"{self.url}/{path}"
        request = urllib.request.Request(url, data=data, headers=self._headers)  # noqa: S310 - http or https, as checked
        for attempt in range(RETRIES + 1):
            try:
                return self._once(request, deadline)
            except (Refused, ConnectionError, http.client.HTTPException) as error:
                pause = BACKOFF_S * 2**attempt
                if attempt == RETRIES or not _passing(error) or time.monotonic() + pause > deadline:
                    _give_up(error, url)
                time.sleep(pause)
        raise AssertionError

    def _once(self, request: urllib.request.Request, deadline: float) -> bytes:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        url = request.full_url
        try:
            with self._opener.open(request, timeout=left) as answer:
                return _read(answer, url, deadline)
        except HTTPError as error:
            with error:
                raise Refused(url, error.code, _reason(error.read(1 << 16))) from None
        except URLError as error:
            if isinstance(error.reason, OSError):
                _raise_os_error(error.reason, url)
            raise ModelError(f"{url} cannot be reached: {error.reason}") from error


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Memories and keys go to the address that the user gave, and to no other."""

    def redirect_request(  # noqa: PLR0917 - as in the library
        self, req: urllib.request.Request, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> None:
        """Follows none: the redirect itself is the answer, and an error."""


def _read(answer: http.client.HTTPResponse, url: str, deadline: float) -> bytes:
    """The whole body: the timeout of a socket holds for each read alone, so a trickle must be stopped here."""
    parts: list[bytes] = []
    size = 0
    while part := answer.read1(1 << 16):
        size += len(part)
        if size > LONGEST:
            raise ModelError(f"{url} answered more than {LONGEST >> 20} MiB: it is no server of models")
        if time.monotonic() > deadline:
            raise TimeoutError
        parts.append(part)
    return b"".join(parts)


def _raise_os_error(reason: OSError, url: str) -> NoReturn:
    if isinstance(reason, ConnectionRefusedError):
        raise ModelError(f"no server answers at {url}: {_START}") from reason
    if isinstance(reason, (TimeoutError, ConnectionError)):
        raise reason
    raise ModelError(f"{url} cannot be reached: {reason.strerror or reason}") from reason


def _passing(error: Exception) -> bool:
    """Whether the same request may do better in a moment."""
    return not isinstance(error, Refused) or error.status >= 500  # noqa: PLR2004 - the server's own errors


def _give_up(error: Exception, url: str) -> NoReturn:
    if isinstance(error, Refused):
        raise error
    raise ModelError(f"{url} broke the connection off {RETRIES + 1} times: see the server's log") from error


def _reason(body: bytes) -> str:
    """The message in an error's body, in whichever of the usual shapes, on one line."""
    try:
        answer = msgspec.json.decode(body, type=_ErrorBody)
        found = answer.error or answer.message or answer.detail
        text = found.message if isinstance(found, _ErrorDetail) else found
    except (msgspec.MsgspecError, RecursionError):
        text = body.decode(errors="replace")
    return " ".join(text.split())[:300] or "no reason given"


def _key(scheme: str, host: str) -> str:
    """The key for a host: memdb's own goes to every server, for it was set for that; OpenAI's goes to OpenAI alone."""
    if key := os.environ.get("MEMDB_API_KEY"):
        return key
    to_openai = scheme == "https" and (host == "openai.com" or host.endswith(".openai.com"))
    return os.environ.get("OPENAI_API_KEY", "") if to_openai else ""


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
