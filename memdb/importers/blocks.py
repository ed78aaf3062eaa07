"""What plain text and Markdown have in common: list markers, turn names, and the bound of a paragraph."""

import re

# Paragraphs of many lines are held in memory until they end; a file without blank lines must not be one packet.
MAX_BLOCK = 1024 * 1024

_ITEM = re.compile(
    r"[ \t]*(?:[-*+\u2022\u2023\u25e6]|\d{1,3}[.)])(?:[ \t]+|\Z)"  # a bullet or a number
)


def item_text(line: str) -> str | None:
    """The text of a list item without its bullet or number; None when the line is no list item.

    A checkbox stays: whether a task is done is part of what the note says.
    """
    found = _ITEM.match(line)
    return line[found.end() :] if found else None


def turn_name(number: int) -> str:
    """The turn of a record that begins at a line, counted from 1."""
    return f"L{number}"
