"""Downloads a GGUF file into a part file that a later try continues.

HTTPS only, except from this machine. A connection that breaks is taken up again where it broke, as long as the server
says that it still has the same file; what is no GGUF file is given up at its first bytes.
"""

import http.client
import os
import shutil
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

from memdb.errors import ModelError, UsageError
from memdb.records.shown import shown

Progress = Callable[[int, int | None], None]
"""Called with bytes done and, where it is known, bytes in all."""

_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_SECONDS = 30.0  # without a byte
_TRIES = 3  # in a row that bring no byte
_BLOCK = 256 * 1024
_SPARE = 64 * 1024 * 1024  # bytes that stay free on the disk
_MAGIC = b"GGUF"


def download(url: str, part: Path, *, progress: Progress | None = None) -> None:
    """Writes what the URL holds to the file `part`, after what is there of it from an earlier try.

    Raises:
        UsageError: the URL is neither https nor of this machine.
        ModelError: it cannot be had, is no GGUF file, or does not fit on the disk; what came stays for the next try.
    """
    if not _is_safe(url, local=is_local(url)):
        raise UsageError(f"{shown(url)} is no https address: models are downloaded over https only")
    fruitless = 0
    try:
        part.touch()
        with part.open("r+b") as file:
            _hold(file, part)
            transfer = _Transfer(url, file, part, progress)
            while not transfer.run():
                fruitless = 0 if transfer.advanced else fruitless + 1
                if fruitless >= _TRIES:
                    raise ModelError(transfer.failure())
                time.sleep(fruitless)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise ModelError(f"{part} cannot be written ({error.strerror or error}): check the disk") from error
    _tag_file(part).unlink(missing_ok=True)


def is_local(url: str) -> bool:
    """Whether the URL's host is this machine."""
    return urlsplit(url).hostname in _LOOPBACK


class _Transfer:
    """The tries to get one URL into one file."""

    def __init__(self, url: str, file: BinaryIO, part: Path, progress: Progress | None) -> None:
        self._url = url
        self._file = file
        self._tag = _tag_file(part)
        self._folder = part.parent
        self._progress = progress
        self._opener = _opener(local=is_local(url))
        self._reason = ""
        self._total: int | None = None
        self.advanced = False

    def run(self) -> bool:
        """Tries once more; false when the connection failed or broke, so that another try may help."""
        start = self._file.seek(0, os.SEEK_END)
        try:
            with self._open(start) as response:
                complete = self._receive(response, start)
        except HTTPError as error:
            with error:
                complete = self._refused(error, start)
        except (URLError, _BrokenError) as error:
            self._reason = str(error.reason)
            complete = False
        self.advanced = self._file.tell() > start
        return complete

    def failure(self) -> str:
        """What to tell after the last try."""
        done = self._file.tell()
        if not done:
            return f"{self._url} cannot be reached ({self._reason}): check the address and the network"
        of = f" of {self._total:,}" if self._total else ""
        return (
            f"the download broke off at {done:,}{of} bytes ({self._reason}): run the same command to go on from there"
        )

    def _open(self, start: int) -> http.client.HTTPResponse:
        headers = {"User-Agent": "memdb", "Accept-Encoding": "identity"}
        if start and self._tag.exists():
            headers |= {"Range": f"bytes={start}-", "If-Range": self._tag.read_text(encoding="latin-1")}
        request = Request(self._url, headers=headers)  # noqa: S310 - the scheme was checked
        with _breaking():
            response: http.client.HTTPResponse = self._opener.open(request, timeout=_SECONDS)
        return response

    def _receive(self, response: http.client.HTTPResponse, start: int) -> bool:
        continued = response.status == http.client.PARTIAL_CONTENT
        if not continued:
            self._file.seek(0)
            self._file.truncate()
            start = 0
        self._remember(response)
        length = response.headers.get("Content-Length", "")
        self._total = start + int(length) if length.isdecimal() else None
        self._check_space((self._total or 0) - start)
        while block := _read(response):
            if start == 0 and self._file.tell() == 0 and not block.startswith(_MAGIC):
                raise ModelError(f"{self._url} is no GGUF file: give the address that downloads one, not its web page")
            self._file.write(block)
            if self._progress:
                self._progress(self._file.tell(), self._total)
        self._reason = "the connection was closed"
        return self._total is None or self._file.tell() >= self._total

    def _remember(self, response: http.client.HTTPResponse) -> None:
        """Keeps what tells this version of the file from another; without it the next try begins anew."""
        tag = response.headers.get("ETag", "")
        strong = "" if tag.startswith("W/") else tag
        known = strong or response.headers.get("Last-Modified", "")
        if known:
            self._tag.write_text(known, encoding="latin-1", errors="replace")
        else:
            self._tag.unlink(missing_ok=True)

    def _refused(self, error: HTTPError, start: int) -> bool:
        """A busy server may answer later; the end of a complete part is refused too; all else is final."""
        if error.code == http.client.REQUESTED_RANGE_NOT_SATISFIABLE and start:
            if error.headers.get("Content-Range", "").endswith(f"/{start}"):
                return True
            self._tag.unlink(missing_ok=True)
            return False
        if error.code >= http.client.INTERNAL_SERVER_ERROR or error.code == http.client.TOO_MANY_REQUESTS:
            self._reason = f"the server says {error.code} {error.reason}"
            return False
        raise ModelError(f"{self._url} cannot be had: the server says {error.code} {error.reason}") from error

    def _check_space(self, wanted: int) -> None:
        free = shutil.disk_usage(self._folder).free
        if wanted + _SPARE > free:
            raise ModelError(f"{self._folder} has {free:,} bytes free and {wanted:,} are to come: free some space")


class _BrokenError(Exception):
    """The connection failed, so that another try may help."""

    def __init__(self, reason: object) -> None:
        self.reason = reason


@contextmanager
def _breaking() -> Generator[None]:
    """Tells failures of the network from those of the disk."""
    try:
        yield
    except URLError:
        raise
    except (OSError, http.client.HTTPException) as error:
        raise _BrokenError(error or type(error).__name__) from error


def _read(response: http.client.HTTPResponse) -> bytes:
    with _breaking():
        return response.read(_BLOCK)


class _Redirects(HTTPRedirectHandler):
    """Follows redirects to places that could have been given in the first place."""

    def __init__(self, *, local: bool) -> None:
        self._local = local

    def redirect_request(  # noqa: PLR0917 - urllib's signature
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: http.client.HTTPMessage, newurl: str
    ) -> Request | None:
        if not _is_safe(newurl, local=self._local):
            raise ModelError(f"{req.full_url} leads to {shown(newurl)}, which is no https address")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _opener(*, local: bool) -> OpenerDirector:
    handlers = [ProxyHandler({})] if local else []  # what is on this machine needs no proxy
    return build_opener(_Redirects(local=local), *handlers)


def _is_safe(url: str, *, local: bool) -> bool:
    """Whether nobody on the way can read or change what the URL gives; `local` allows http to this machine."""
    parts = urlsplit(url)
    return bool(parts.scheme == "https" and parts.hostname) or (local and parts.scheme == "http" and is_local(url))


def _tag_file(part: Path) -> Path:
    return part.with_name(part.name + ".tag")


def _hold(file: BinaryIO, part: Path) -> None:
    """Keeps a second process from writing the same part; where the system cannot, nothing is kept."""
    try:
        import fcntl  # noqa: PLC0415 - not on Windows

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise ModelError(f"another process is downloading {part.stem}: wait for it") from error
    except (ImportError, OSError):
        return
