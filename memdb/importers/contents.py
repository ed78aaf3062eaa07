"""The bytes of one import: surveyed once from end to end, then read as lines or as one JSON document."""

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath
from typing import BinaryIO

from memdb.errors import ImportFileError
from memdb.importers.documents import MAX_DOCUMENT, Document, parse_document
from memdb.importers.survey import Survey, bom_of

# A line is held in memory whole, so it has a bound; a file of many lines has none.
MAX_LINE = 32 * 1024 * 1024
TOO_LONG = f"line longer than {MAX_LINE // 1024**2} MiB"

_CHUNK = 1024 * 1024
_HEAD = 256
"""Bytes that are kept of each file's beginning, white space apart: an archive holds thousands of files."""

Reading = Callable[[], AbstractContextManager[BinaryIO]]
"""Opens bytes from their beginning."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its line break. `number` counts from 1; `data` is None for a line longer than the bound.

    `crlf` tells whether the break was CR LF.
    """

    number: int
    data: bytes | None
    crlf: bool = False

    @property
    def where(self) -> str:
        """The line's name in a report."""
        return f"line {self.number}"


class Contents:
    """The readable bytes of a file, a member of an archive, a pipe or standard input.

    `name` is how the caller named it. `stem` is the file's name without its ending, None where there is no file, and
    `suffix` the ending, lower-cased; `archive` is the name of the archive that it lies in, without its ending, `path`
    its path in there, and `beside` opens another path of it.
    `size` is in bytes of UTF-8 and `bytes_read` counts up to it.
    """

    def __init__(
        self,
        surveyed: Survey,
        *,
        name: str,
        uri: str,
        path: PurePath | None,
        reading: Reading,
        archive: str | None = None,
        beside: Callable[[PurePath], "Contents | None"] = lambda _: None,
    ) -> None:
        """`reading` opens the bytes from their beginning, as often as it is called; `beside` opens other files."""
        self.name = name
        self.uri = uri
        self.stem = path.stem if path else None
        self.path = path
        self.archive = archive
        self.beside = beside
        self.suffix = path.suffix.lower() if path else ""
        self.sha256 = surveyed.sha256
        self.size = surveyed.size
        self.first_bad_byte = surveyed.first_bad_byte
        self.bytes_read = 0
        mark = bom_of(surveyed.head)
        self.head = mark + surveyed.head.removeprefix(mark).lstrip()[:_HEAD]
        self._reading = reading

    @cached_property
    def is_document(self) -> bool:
        """Whether the first character opens a JSON object or list."""
        return self._first in {b"{", b"["}

    @cached_property
    def is_list(self) -> bool:
        """Whether the first character opens a JSON list."""
        return self._first == b"["

    @property
    def _first(self) -> bytes:
        return self.head.removeprefix(bom_of(self.head)).lstrip()[:1]

    def lines(self) -> Generator[Line, None, None]:
        """Every line, blank ones included, without its line break and without a byte order mark.

        Reads up to the surveyed size, so that a file that grows meanwhile gives what its hash was taken of.
        """
        self.bytes_read = 0
        with self._reading() as file:
            left = self.size
            number = 0
            while left > 0 and (data := file.readline(min(MAX_LINE, left))):
                number += 1
                left -= len(data)
                if data.endswith(b"\n") or left == 0 or len(data) < MAX_LINE:
                    if number == 1:
                        data = data.removeprefix(bom_of(data))
                    line = Line(number, data.removesuffix(b"\n").removesuffix(b"\r"), data.endswith(b"\r\n"))
                else:
                    line = Line(number, None)
                    while left > 0 and (rest := file.readline(min(_CHUNK, left))):
                        left -= len(rest)
                        if rest.endswith(b"\n"):
                            break
                self.bytes_read = self.size - left
                yield line

    def chunks(self) -> Generator[bytes, None, None]:
        """The bytes without a byte order mark, piece by piece, up to the surveyed size."""
        self.bytes_read = 0
        with self._reading() as file:
            while (left := self.size - self.bytes_read) > 0 and (data := file.read(min(_CHUNK, left))):
                begins = self.bytes_read == 0
                self.bytes_read += len(data)
                yield data.removeprefix(bom_of(data)) if begins else data

    def require_utf8(self) -> None:
        """Refuse what is not text.

        Raises:
            ImportFileError: the bytes are not UTF-8.
        """
        if self.first_bad_byte is not None:
            raise ImportFileError(
                f"{self.name} is not UTF-8 text (byte {self.first_bad_byte}); save it as UTF-8 and import it again"
            )

    def text_lines(self) -> Generator[tuple[Line, str], None, None]:
        """The lines as text; a line over the bound comes as an empty text with `data` None.

        Raises:
            ImportFileError: the bytes are not UTF-8.
        """
        self.require_utf8()
        for line in self.lines():
            yield line, "" if line.data is None else line.data.decode(errors="replace")

    @cached_property
    def document(self) -> Document:
        """The whole as one JSON document.

        Raises:
            ImportFileError: it is larger than the bound, cut short, not JSON or not UTF-8.
        """
        self.require_utf8()
        if self.size > MAX_DOCUMENT:
            raise ImportFileError(
                f"{self.name} is one JSON document of {self.size // 1024**2} MiB, more than the "
                f"{MAX_DOCUMENT // 1024**2} MiB that memdb reads at once; split it, or write one record a line (jsonl)"
            )
        with self._reading() as file:
            data = file.read(self.size)
        return parse_document(data.removeprefix(bom_of(data)), name=self.name)


def unreadable(name: str, error: Exception) -> ImportFileError:
    """The operating system's error as one line that says what to do."""
    if isinstance(error, FileNotFoundError):
        return ImportFileError(f"{name}: there is no such file; check the path")
    if isinstance(error, PermissionError):
        return ImportFileError(f"{name} may not be read by this user; change its permissions")
    return ImportFileError(f"{name!r} cannot be read: {getattr(error, 'strerror', None) or error}; check the path")
