"""Numbered facts: "N. text" lines, bare or as the `context` of a JSON object; a later number overrides an earlier."""

import re
from collections.abc import Iterator

from memdb.importers.contents import TOO_LONG, Contents
from memdb.importers.documents import value
from memdb.importers.source import Format, Item, Items, Skipped
from memdb.records import Draft

FACT = re.compile(r"\s*(\d{1,18})\.(?:[ \t]+(.*))?", re.ASCII | re.DOTALL)
"""A line that begins a fact: its number, a full stop, its text."""

KEY = "context"
"""The key of the JSON object whose string holds the lines."""


def read(contents: Contents) -> Items:
    """One draft a fact: the number is the turn. A line without a number goes on the fact before it."""
    number, words = "", list[str]()
    for where, text in _lines(contents):
        if isinstance(text, Skipped):
            yield text
        elif found := FACT.fullmatch(text):
            yield from _fact(number, words)
            number, words = found[1], [(found[2] or "").strip()]
        elif not text.strip():
            yield from _fact(number, words)
            number, words = "", []
        elif number:
            words.append(text.strip())
        elif not text.rstrip().endswith(":"):  # "Here is a list of facts:" heads them and is none
            yield Skipped("no fact number", where)
    yield from _fact(number, words)


def _fact(number: str, words: list[str]) -> Iterator[Item]:
    content = " ".join(word for word in words if word)
    if content:
        yield Draft(content=content, turn=number)
    elif number:
        yield Skipped("empty content", f"fact {number}")


def _lines(contents: Contents) -> Iterator[tuple[str, str | Skipped]]:
    if not contents.is_document:
        for line, text in contents.text_lines():
            yield line.where, text if line.data is not None else Skipped(TOO_LONG, line.where)
        return
    for found in contents.document.objects:
        context = value((found or {}).get(KEY))
        if isinstance(context, str):
            for number, text in enumerate(context.split("\n"), start=1):
                yield f"line {number} of {KEY}", text.removesuffix("\r")
    contents.bytes_read = contents.size


FORMAT = Format(name="facts", profile="facts", default_stream="facts", read=read)
