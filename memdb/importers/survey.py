"""One pass over the bytes before anything is read: hash, size, encoding, and the refusal of what is not text."""

import codecs
import hashlib
import re
import sys
from dataclasses import dataclass, replace
from typing import BinaryIO

from memdb.errors import ImportFileError

_CHUNK = 1024 * 1024
HEAD = 64 * 1024
"""How many first bytes are looked at, in bytes."""


# UTF-32 before UTF-16: the little-endian mark of the one begins with that of the other.
_BOMS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_ARCHIVE = "unpack it and import the files in it"
_EXPORT = "export its contents as JSONL or text and import that"
_MAGIC: tuple[tuple[bytes, str, str], ...] = (
    (b"SQLite format 3\x00", "a SQLite database", _EXPORT),
    (b"PK\x03\x04", "a zip archive", "give its path, or import the files in it"),
    (b"PK\x05\x06", "an empty zip archive", "import the files that it was to hold"),
    (b"\x1f\x8b", "a gzip archive", _ARCHIVE),
    (b"BZh", "a bzip2 archive", _ARCHIVE),
    (b"\xfd7zXZ\x00", "an xz archive", _ARCHIVE),
    (b"\x28\xb5\x2f\xfd", "a zstd archive", _ARCHIVE),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", _ARCHIVE),
    (b"Rar!\x1a\x07", "a rar archive", _ARCHIVE),
    (b"\x89PNG\r\n\x1a\n", "a PNG image", "import text instead"),
    (b"\xff\xd8\xff", "a JPEG image", "import text instead"),
    (b"GIF8", "a GIF image", "import text instead"),
    (b"%PDF-", "a PDF document", "save its text and import that"),
    (b"GGUF", "a model file", "import text instead"),
    (b"\x7fELF", "a program", "import text instead"),
)
# Text in UTF-16 without a byte order mark decodes as UTF-8, with a NUL beside every letter.
_MOSTLY_NUL = 0.2
_PAGE = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html)\b", re.IGNORECASE)
_SPACES = re.compile(rb"[\s\x00]*\Z")


@dataclass(frozen=True, slots=True)
class Survey:
    """What the pass found. `first_bad_byte` is the offset where UTF-8 ends, None when all of it is UTF-8."""

    sha256: str
    size: int
    head: bytes
    first_bad_byte: int | None
    blank: bool

    @property
    def is_recodable(self) -> bool:
        """Whether the bytes begin with a byte order mark of UTF-16 or UTF-32."""
        return _BOMS.get(bom_of(self.head), "utf-8") != "utf-8"

    def with_sha256(self, sha256: str) -> "Survey":
        """The same findings under another hash."""
        return replace(self, sha256=sha256)


def bom_of(data: bytes) -> bytes:
    """The byte order mark that the data begin with, empty if there is none."""
    return next((bom for bom in _BOMS if data.startswith(bom)), b"")


def survey(file: BinaryIO, *, copy: BinaryIO | None = None, most: int = sys.maxsize) -> Survey:
    """Read a file to its end, or `most` bytes of it, in constant memory, copying it on the way if asked to."""
    digest = hashlib.sha256()
    decoder = codecs.getincrementaldecoder("utf-8")()
    size, head, blank, bad = 0, b"", True, None
    while chunk := file.read(min(_CHUNK, most - size)):
        digest.update(chunk)
        if copy is not None:
            copy.write(chunk)
        if len(head) < HEAD:
            head += chunk[: HEAD - len(head)]
        blank = blank and not chunk.removeprefix(codecs.BOM_UTF8 if size == 0 else b"").strip()
        if bad is None:
            bad = _first_bad(decoder, chunk, size)
        size += len(chunk)
    if bad is None:
        bad = _first_bad(decoder, b"", size, final=True)
    return Survey(sha256=digest.hexdigest(), size=size, head=head, first_bad_byte=bad, blank=blank)


def _first_bad(decoder: codecs.IncrementalDecoder, chunk: bytes, offset: int, *, final: bool = False) -> int | None:
    held = len(decoder.getstate()[0])
    try:
        decoder.decode(chunk, final)
    except UnicodeDecodeError as error:
        return offset - held + error.start
    return None


def refuse_unreadable(surveyed: Survey, *, name: str) -> None:
    """Refuse what cannot be text.

    Raises:
        ImportFileError: empty, blank, or binary.
    """
    head = surveyed.head
    if surveyed.size == 0:
        raise ImportFileError(f"{name} is empty; there is nothing to import")
    for magic, what, advice in _MAGIC:
        if head.startswith(magic):
            raise ImportFileError(f"{name} is {what}, not text; {advice}")
    if _PAGE.match(head):
        raise ImportFileError(f"{name} is an HTML page; save its text and import that")
    if surveyed.is_recodable:
        return
    if surveyed.blank:
        raise ImportFileError(f"{name} holds only white space; there is nothing to import")
    nuls = head.count(0)
    early_bad = surveyed.first_bad_byte is not None and surveyed.first_bad_byte < len(head)
    if nuls and (early_bad or nuls > len(head) * _MOSTLY_NUL or _SPACES.match(head)):
        raise ImportFileError(f"{name} is binary, or text in an unknown encoding; save it as UTF-8 text")


def copy_as_utf8(file: BinaryIO, copy: BinaryIO, *, name: str) -> None:
    """Write a file that begins with a UTF-16 or UTF-32 byte order mark as UTF-8, in constant memory.

    Raises:
        ImportFileError: the bytes are not what the mark says.
    """
    encoding = _BOMS[bom_of(file.read(4))]
    file.seek(0)
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        while chunk := file.read(_CHUNK):
            copy.write(decoder.decode(chunk).encode())
        copy.write(decoder.decode(b"", final=True).encode())
    except UnicodeDecodeError as error:
        raise ImportFileError(f"{name} begins like {encoding.upper()} and is damaged; save it as UTF-8 text") from error
