"""The objects of a JSON file one after the other, in the memory of the largest: of a list, of lines, or the one it is.

An export of a large account is one list of some hundred megabytes. What was read before the place where a file is cut
short or damaged counts; the rest is one skipped item.
"""

import codecs
import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from memdb.importers.contents import Contents
from memdb.importers.documents import MOST_PARTS, as_object, no_number, parse_line, whole_characters
from memdb.importers.jsonl import NOT_AN_OBJECT, objects
from memdb.importers.source import Skipped

CUT_SHORT = "cut short here"
DAMAGED = "invalid JSON from here on"
TOO_LARGE = "too large from here on"
MOST_CHARACTERS = 128 * 1024 * 1024
"""Of one item, which is held in memory whole; the longest conversations have a tenth of it."""

# A value that the buffer ends inside of fails near its end; what fails earlier is no JSON.
_TAIL = 16
_DECODER = json.JSONDecoder(strict=False, parse_constant=no_number)


def json_items(contents: Contents) -> Iterator[tuple[str, dict[str, Any] | Skipped]]:
    """Every object with its place in words ("item 3", "line 3"); a `Skipped` for what is none.

    Raises:
        ImportFileError: the bytes are not UTF-8.
    """
    if _is_of_lines(contents):
        yield from objects(contents)
        return
    contents.require_utf8()
    for number, found in enumerate(_values(contents), start=1):
        where = f"item {number}"
        if isinstance(found, str):
            yield where, Skipped(found, where)
        else:
            item = as_object(found[0])
            yield where, Skipped(NOT_AN_OBJECT, where) if item is None else item


def _is_of_lines(contents: Contents) -> bool:
    """Whether the first line is an object of its own."""
    if contents.is_list:
        return False
    with closing(contents.lines()) as lines:
        first = next((line.data for line in lines if line.data is None or line.data.strip()), None)
    if first is None or not first.lstrip().startswith(b"{"):
        return False
    try:
        parse_line(first)
    except ValueError:
        return False
    return True


def _values(contents: Contents) -> Iterator[tuple[Any] | str]:
    """The values of a list, or the one value that a document is; a reason where they end too early."""
    buffer = _Buffer(contents)
    in_list = buffer.next_mark() == "["
    if in_list:
        buffer.skip()
    while (mark := buffer.next_mark()) and mark != "]":
        if mark == ",":
            buffer.skip()
            continue
        found = buffer.value()
        yield found
        if not in_list or isinstance(found, str):
            return
    if in_list and not mark:
        yield CUT_SHORT


class _Buffer:
    """The text that was read and not yet used."""

    def __init__(self, contents: Contents) -> None:
        self._chunks = contents.chunks()
        self._decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode
        self._text = ""
        self._at = 0

    def _more(self) -> bool:
        """Double what is unused, so that a value is tried a few times at most; false at the end of the file."""
        self._text, self._at = self._text[self._at :], 0
        parts, wanted = [self._text], max(1, len(self._text))
        while wanted > 0 and (chunk := next(self._chunks, None)) is not None:
            parts.append(self._decode(chunk))
            wanted -= len(parts[-1])
        self._text = "".join(parts)
        return len(parts) > 1

    def next_mark(self) -> str:
        """The next character that is no white space, not yet used; empty at the end."""
        while True:
            while self._at < len(self._text) and self._text[self._at] in " \t\r\n":
                self._at += 1
            if self._at < len(self._text) or not self._more():
                return self._text[self._at : self._at + 1]

    def skip(self) -> None:
        """Use one character."""
        self._at += 1

    def _is_too_large(self) -> bool:
        """Whether a value that goes on to the end of the text takes more than memory should hold."""
        parts = self._text.count("[", self._at) + self._text.count("{", self._at)
        return len(self._text) - self._at > MOST_CHARACTERS or parts > MOST_PARTS

    def value(self) -> tuple[Any] | str:
        """Use one JSON value, or say why there is none."""
        while True:
            try:
                found, end = _DECODER.raw_decode(self._text, self._at)
                if end < len(self._text) or not self._more():
                    escaped = "\\ud" in self._text[self._at : end].lower()
                    self._at = end
                    return (whole_characters(found) if escaped else found,)
            except json.JSONDecodeError as error:
                inside = error.msg.startswith("Unterminated") or len(self._text) - error.pos < _TAIL
                if not inside:
                    return DAMAGED
                if not self._more():
                    return CUT_SHORT
                if self._is_too_large():
                    return TOO_LARGE
            except (ValueError, RecursionError):  # a number of thousands of digits, a list in a list in a list
                return DAMAGED
