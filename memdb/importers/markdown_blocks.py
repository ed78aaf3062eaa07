"""The blocks of a Markdown page: a generator of headings, paragraphs, list items and code, one pass over its lines."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from memdb.importers.blocks import MAX_BLOCK, item_text
from memdb.importers.contents import Line
from memdb.importers.dates import DateError, iso

Kind = Literal["heading", "date", "text", "item", "code", "too long"]


@dataclass(frozen=True, slots=True)
class Block:
    """One block. `number` is its first line's, from 1; `level` is a heading's depth, 1 to 6, else 0."""

    kind: Kind
    number: int
    text: str
    level: int = 0


_HEADING = re.compile(r" {0,3}(#{1,6})(?=[ \t]|\Z)")
_CLOSING = re.compile(r"(?:\A|[ \t])#+\Z")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*")
_RULE = re.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})([^`]*|(?<=~).*)")
_QUOTE = re.compile(r" {0,3}(?:> ?)++")
_CALLOUT = re.compile(r"\[!\w+\][+-]?[ \t]*")
# What Logseq writes for itself: ids, what is folded, and the clock of a task.
_MACHINE_LINE = re.compile(r"\s*(?:(?:- )?(?:id|collapsed)::(?:\s.*)?|:(?:LOGBOOK|END):\s*|CLOCK: \[.*)")
_FRONT_MATTER = {"---": ("---", "..."), "+++": ("+++",)}
_FRONT_MATTER_LINES = 500
_FRONT_DATE = re.compile(r"date\s*[:=]\s*[\"']?(.+?)[\"']?\s*", re.IGNORECASE)


def blocks(lines: Iterable[tuple[Line, str]]) -> Iterator[Block]:
    """The blocks of a page in order. Front matter is its date, and one block of what else stands in it."""
    rest = iter(lines)
    front, unread = _front_matter(rest)
    yield from front
    page = _Page()
    for line, text in chain(unread, rest):
        yield from page.feed(line, text)
    yield from page.end()


def _front_matter(lines: Iterator[tuple[Line, str]]) -> tuple[list[Block], list[tuple[Line, str]]]:
    """The blocks of the front matter, and the lines that turned out not to belong to one."""
    taken: list[tuple[Line, str]] = []
    closing: tuple[str, ...] = ()
    for line, text in lines:
        taken.append((line, text))
        mark = text.rstrip()
        if len(taken) == 1:
            closing = _FRONT_MATTER.get(mark, ())
        elif mark in closing:
            return list(_front_blocks(taken[1:-1])), []
        if not closing or len(taken) > _FRONT_MATTER_LINES:
            break
    return [], taken


def _front_blocks(lines: list[tuple[Line, str]]) -> Iterator[Block]:
    dates = [found and _date(found[1]) for found in (_FRONT_DATE.fullmatch(text) for _, text in lines)]
    yield from (Block("date", 1, date) for date in dates if date)
    others = [(line, text) for (line, text), date in zip(lines, dates, strict=True) if not date and text.strip()]
    if others:
        yield Block("text", others[0][0].number, "\n".join(text for _, text in others))


def _date(text: str) -> str | None:
    try:
        return iso(text)
    except DateError:
        return None


class _Page:
    """The block that is open, while lines come in."""

    def __init__(self) -> None:
        self._kind: Kind = "text"
        self._number = 0
        self._lines: list[str] = []
        self._length = 0
        self._quoted = False
        self._fence = ""

    def feed(self, line: Line, text: str) -> Iterator[Block]:
        """Take one line; give the blocks that it ends."""
        if line.data is None:
            yield from self.end()
            yield Block("too long", line.number, "")
        elif self._fence:
            yield from self._code(line.number, text)
        elif _MACHINE_LINE.fullmatch(text):
            return
        elif found := _FENCE.fullmatch(text) or _FENCE.fullmatch(item_text(text) or ""):
            yield from self.end()
            self._fence = found[1]
            self._add("code", line.number, found.string)
        elif not text.strip():
            yield from self.end()
        elif heading := self._heading(line.number, text):
            yield from heading
        else:
            yield from self._prose(line.number, text)

    def _code(self, number: int, text: str) -> Iterator[Block]:
        if self._length + len(text) > MAX_BLOCK:
            yield self._block()
        self._add("code", number, text)
        mark = text.strip()
        if mark.startswith(self._fence) and not mark.strip(mark[0]):
            self._fence = ""
            yield from self.end()

    def _heading(self, number: int, text: str) -> list[Block]:
        """The heading that the line is or makes of the line before it, and what it ends; empty if it is none."""
        if found := _HEADING.match(text):
            title = _CLOSING.sub("", text[found.end() :].strip()).strip()
            return [*self.end(), Block("heading", number, title, len(found[1]))]
        if (found := _UNDERLINE.fullmatch(text)) and len(self._lines) == 1 and self._kind == "text":
            above = self._block()
            return [Block("heading", above.number, above.text, 1 if found[1][0] == "=" else 2)]
        return []

    def _prose(self, number: int, text: str) -> Iterator[Block]:
        if _RULE.fullmatch(text):
            yield from self.end()
            return
        quote = _QUOTE.match(text)
        if (quote is not None) != self._quoted or self._length + len(text) > MAX_BLOCK:
            yield from self.end()
        self._quoted = quote is not None
        if quote:
            text = _CALLOUT.sub("", text[quote.end() :], count=1)
        item = item_text(text)
        if item is not None or not text.strip():
            yield from self.end()
            self._quoted = quote is not None
        if item is not None:
            self._add("item", number, item)
        elif text.strip():
            kind = self._kind if self._lines else "text"
            self._add(kind, number, text.strip() if kind == "item" else text)

    def _add(self, kind: Kind, number: int, text: str) -> None:
        if not self._lines:
            self._kind, self._number = kind, number
        self._lines.append(text)
        self._length += len(text) + 1

    def _block(self) -> Block:
        lines, self._lines, self._length = self._lines, [], 0
        text = "\n".join(lines)
        return Block(self._kind, self._number, text if self._kind == "code" else text.strip())

    def end(self) -> Iterator[Block]:
        """Close the open block."""
        self._quoted = False
        if self._lines and (block := self._block()).text:
            yield block
