"""Plain text for a terminal: records may hold anything, and nothing in them may drive the terminal."""

import json
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any

# C0 and C1 controls, line ends that are not seen as such, and the marks that turn the direction of text round.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_SPACE = re.compile(r"\s+")


def plain(text: str) -> str:
    r"""Escape control characters as `\x1b` and the like; line feeds and tabs stay."""
    return _CONTROL.sub(lambda match: ascii(match.group())[1:-1], text.replace("\r\n", "\n"))


def one_line(text: str, *, limit: int | None = None) -> str:
    """Escape control characters and put the text on one line, cut to at most `limit` characters."""
    line = plain(_SPACE.sub(" ", text).strip())
    return line if limit is None else cut(line, limit)


def cut(line: str, limit: int) -> str:
    """Cut a line to at most `limit` characters, and show that it was cut."""
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def json_text(document: object, *, indent: int | None = 2) -> str:
    """Write one JSON document. What could drive a terminal or is lacking in the output's encoding is escaped."""
    unicode_output = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    text = json.dumps(document, ensure_ascii=not unicode_output, indent=indent)
    return _CONTROL.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def columns(rows: Iterable[Sequence[str]], *, indent: str = "") -> list[str]:
    """Align rows of cells under each other, two spaces apart; a column without any text takes no room."""
    table = [[one_line(cell) for cell in row] for row in rows]
    widths: list[int] = []
    for row in table:
        widths += [0] * (len(row) - len(widths))
        for i, cell in enumerate(row):
            widths[i] = max(widths[i], len(cell))
    return [
        (indent + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False) if width)).rstrip()
        for row in table
    ]


def size(count: int) -> str:
    """Write a number of bytes for people."""
    amount = float(count)
    for unit in ("bytes", "KiB", "MiB"):
        if amount < 1024:  # noqa: PLR2004 - bytes in a KiB
            return f"{count} bytes" if unit == "bytes" else f"{amount:.1f} {unit}"
        amount /= 1024
    return f"{amount:.1f} GiB"


def counted(number: int, noun: str) -> str:
    """Write a number with its noun: "1 record", "2 records"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def span(seconds: float) -> str:
    """Write a span of time for people: "8 s", "12 min", "1 h 5 min"."""
    minutes = round(seconds / 60)
    if seconds < 60:  # noqa: PLR2004 - seconds in a minute
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"  # noqa: PLR2004 - minutes


def omit_none(document: dict[str, Any]) -> dict[str, Any]:
    """Drop the fields that hold nothing."""
    return {name: value for name, value in document.items() if value is not None}
