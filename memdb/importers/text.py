"""Plain text: a paragraph is one packet, and so is a list item; a date on its own line dates what follows.

The lines of a paragraph stay together when they are one text broken at a margin. Where most of its line breaks were
typed on purpose (the next word had room, or a speaker or a time begins the next line), each line is a packet of its
own: a log, a transcript, a list of notes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from memdb.importers.blocks import MAX_BLOCK, item_text, turn_name
from memdb.importers.contents import TOO_LONG, Contents
from memdb.importers.dates import day_of_name, only_day
from memdb.importers.source import Format, Items, Skipped
from memdb.records import Draft

_DATE_LINE = re.compile(
    r"\s*(?:#{1,6}\s+)?(?:date:\s*)?(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?):?\s*", re.ASCII | re.IGNORECASE
)

# A record begins with its speaker ("Ana Duarte: ") or its time ("[09:15] ", "2026-02-01").
_RECORD = re.compile(r"[^\s:]{1,30}(?: [^\s:]{1,30}){0,3}: |\[?\d{1,4}[-/.:]\d{1,2}\b")
# Nobody breaks lines at a wider margin than this many characters.
_WIDEST = 200
# From here on lie the scripts that break a line after any character.
_UNSPACED = "\u2e80"


@dataclass(slots=True)
class _Block:
    """Lines that no blank line separates, with the number of the first."""

    number: int = 0
    is_item: bool = False
    lines: list[str] = field(default_factory=list[str])
    length: int = 0

    def add(self, number: int, text: str) -> None:
        if not self.lines:
            self.number = number
        self.lines.append(text)
        self.length += len(text) + 1


def read(contents: Contents) -> Items:
    """One draft a paragraph or list item, named after its first line; the session is the file's name."""
    said_at = day_of_name(contents.stem or "")
    block = _Block()
    for line, text in contents.text_lines():
        date = _date_of(text)
        item = item_text(text)
        goes_on = item is None and text.strip() and date is None and not (block.is_item and not text[0].isspace())
        if not goes_on or block.length + len(text) > MAX_BLOCK:
            yield from _drafts(block, contents.stem, said_at)
            block = _Block(is_item=item is not None)
        if line.data is None:
            yield Skipped(TOO_LONG, line.where)
        elif date is not None:
            said_at = date
        elif text.strip():
            block.add(line.number, text if item is None else item)
    yield from _drafts(block, contents.stem, said_at)


def _date_of(text: str) -> str | None:
    found = _DATE_LINE.fullmatch(text)
    return only_day(found[1]) if found else None


def _drafts(block: _Block, session: str | None, said_at: str | None) -> Iterator[Draft]:
    if block.is_item:
        pieces = [(block.number, "\n".join(line.strip() for line in block.lines))]
    elif _typed_line_by_line(block.lines):
        pieces = [(block.number + place, line) for place, line in enumerate(block.lines)]
    else:
        pieces = [(block.number, "\n".join(block.lines))]
    for number, piece in pieces:
        if content := piece.strip():
            yield Draft(content=content, session=session, turn=turn_name(number), said_at=said_at)


def _typed_line_by_line(lines: list[str]) -> bool:
    """Whether most line breaks are no margin's."""
    margin = min(max(map(len, lines), default=0), _WIDEST)
    typed = sum(_is_typed(line, after, margin) for line, after in pairwise(lines))
    return typed * 2 > len(lines) - 1


def _is_typed(line: str, after: str, margin: int) -> bool:
    """Whether a break is on purpose: a record begins after it, or a word that had room and is not lower-case."""
    first = after.split(maxsplit=1)[0]
    needed = 1 if first[0] >= _UNSPACED else len(first)
    has_room = len(line) + 1 + needed <= margin or len(line) > _WIDEST
    return _RECORD.match(after) is not None or (has_room and not first[0].islower())


FORMAT = Format(name="text", profile="notes", default_stream="notes", read=read, by_place=True)
