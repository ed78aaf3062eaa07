"""Which format a file has, told from the shape of its first lines and never from its name.

The name's ending decides one thing alone: a `.md` file without any Markdown in it is Markdown, not plain text.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from itertools import islice, pairwise
from typing import Any

from memdb.errors import ImportFileError, UnknownFormatError
from memdb.importers import (
    chatgpt,
    claude_ai,
    claude_code,
    facts,
    locomo,
    longmemeval,
    longmemeval_pool,
    mbox,
    openai_messages,
    slack,
    whatsapp,
)
from memdb.importers.blocks import item_text
from memdb.importers.contents import Contents, Line
from memdb.importers.documents import as_list, as_object, parse_line
from memdb.importers.json_items import json_items
from memdb.importers.jsonl import BESIDE, NOT_AN_OBJECT
from memdb.importers.source import Skipped

_SAMPLE_LINES = 200
_SAMPLE_BYTES = 256 * 1024
# Text may begin with a bracket too: only what is small is read whole to find out that it is no JSON.
_SMALL = 1024 * 1024
_JSON_DOCUMENT = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:\{\s*\"|\[\s*(?:\{|null\b))")
# An export may begin with items that are none: one bad conversation must not hide the others.
_SAMPLE_ITEMS = 20
_MARKDOWN = re.compile(
    r"^#{1,6}[ \t]+\S|^\s*(?:```|~~~)|^\s*[-*+][ \t]+\[[^\[\]]\][ \t]"
    r"|\[[^\[\]]{1,300}\]\([^()\s]{1,300}\)|\[\[[^\[\]]{1,300}\]\]|\*\*\S[^*]{0,300}\*\*"
)
_MARKDOWN_SUFFIXES = {".md", ".markdown"}
_CONVERSATIONS = (chatgpt.FORMAT.name, claude_ai.FORMAT.name, openai_messages.FORMAT.name)
_MESSAGE = frozenset({"role", "content"})
_RECORD = frozenset({"content", "text", "caption"}) | BESIDE
_JSONL_ADVICE = 'memdb JSONL needs "content" or "text" on each line'


def detect(contents: Contents) -> str:
    """The name of the contents' format.

    Raises:
        UnknownFormatError: it is JSON of a shape that memdb does not read.
        ImportFileError: it begins as a JSON document and is cut short or malformed.
    """
    sample, is_all = _sample(contents)
    objects = [found for line in sample if (found := _object(line)) is not None]
    alone = is_all and len(sample) == 1
    if objects and len(objects) * 2 >= len(sample) and not (alone and _of_keys(objects[0])):
        return _of_lines(objects, contents)
    looks_like_json = _JSON_DOCUMENT.match(contents.head) is not None
    if looks_like_json or (contents.is_document and contents.size <= _SMALL):
        try:
            return _of_document(contents)
        except UnknownFormatError:
            raise
        except ImportFileError:
            if objects and not alone:
                return _of_lines(objects, contents)
            if looks_like_json:
                raise
    return _of_text([(line.number, (line.data or b"").decode(errors="replace")) for line in sample], contents)


def _sample(contents: Contents) -> tuple[list[Line], bool]:
    """The first lines that are not blank, and whether there are no others."""
    sample: list[Line] = []
    taken = 0
    with closing(contents.lines()) as lines:
        for line in lines:
            if line.data is not None and line.data.strip():
                if len(sample) == _SAMPLE_LINES or taken > _SAMPLE_BYTES:
                    return sample, False
                sample.append(line)
                taken += len(line.data)
    return sample, True


def _object(line: Line) -> dict[str, Any] | None:
    """The JSON object that a line is; an indented one is part of a document."""
    if line.data is None or not line.data.startswith(b"{"):
        return None
    try:
        found = parse_line(line.data)
    except ValueError:
        return None
    return as_object(found)


def _of_lines(objects: Sequence[dict[str, Any]], contents: Contents) -> str:
    if 2 * sum(found.keys() >= longmemeval_pool.KEYS for found in objects) > len(objects):
        return longmemeval_pool.FORMAT.name
    if any(found.keys() >= claude_code.KEYS for found in objects):
        return claude_code.FORMAT.name
    for name in _CONVERSATIONS:
        if 2 * sum(_of_keys(found) == name for found in objects) >= len(objects):
            return name
    if 2 * sum(not found.keys().isdisjoint(_RECORD) for found in objects) >= len(objects):
        return "jsonl"
    raise UnknownFormatError(f"{contents.name} has lines with the keys {_some(objects[0])}; {_JSONL_ADVICE}")


def _of_document(contents: Contents) -> str:
    """The format of a document, by its first objects."""
    first: dict[str, Any] | None = None
    for _, found in islice(json_items(contents), _SAMPLE_ITEMS):
        if isinstance(found, Skipped):
            if found.reason != NOT_AN_OBJECT:
                _ = contents.document  # fails, and says where
            continue
        if name := _of_keys(found):
            return name
        if contents.is_list and found.keys() >= _MESSAGE:
            return openai_messages.FORMAT.name
        first = found if first is None else first
    if first is None:
        _ = contents.document  # fails if brackets only look like a list
        raise UnknownFormatError(f"{contents.name} is a JSON document without objects; {_JSONL_ADVICE}")
    raise UnknownFormatError(
        f"{contents.name} is a JSON document with the keys {_some(first)}, of a shape that memdb does not read; "
        f"write one record a line: {_JSONL_ADVICE}"
    )


def _of_keys(found: dict[str, Any]) -> str | None:
    return next((name for name, fits in _SHAPES if fits(found)), None)


def _is_facts(found: dict[str, Any]) -> bool:
    return isinstance(found.get(facts.KEY), str) and found.keys().isdisjoint({"content", "text"})


def _is_openai_messages(found: dict[str, Any]) -> bool:
    messages = as_list(found.get(openai_messages.KEY))
    return messages is not None and all("role" in (as_object(each) or {}) for each in messages[:_SAMPLE_ITEMS])


_SHAPES: tuple[tuple[str, Callable[[dict[str, Any]], bool]], ...] = (
    (longmemeval.FORMAT.name, lambda found: found.keys() >= longmemeval.KEYS),
    (locomo.FORMAT.name, lambda found: found.keys() >= locomo.KEYS),
    (facts.FORMAT.name, _is_facts),
    (chatgpt.FORMAT.name, lambda found: isinstance(found.get(chatgpt.KEY), dict)),
    (claude_ai.FORMAT.name, lambda found: isinstance(found.get(claude_ai.KEY), list)),
    (openai_messages.FORMAT.name, _is_openai_messages),
    (slack.FORMAT.name, slack.is_message),
)


def _some(found: Mapping[str, Any]) -> str:
    names = [f'"{key[:40]}"' for key in islice(found, 6)]
    return ", ".join(names) + (", ..." if len(found) > len(names) else "") if names else "(none)"


def _of_text(lines: list[tuple[int, str]], contents: Contents) -> str:
    texts = [text for _, text in lines]
    if mbox.is_mbox(texts):
        return mbox.FORMAT.name
    if whatsapp.is_chat(texts):
        return whatsapp.FORMAT.name
    if _are_facts(lines):
        return facts.FORMAT.name
    if contents.suffix in _MARKDOWN_SUFFIXES or _is_markdown(texts):
        return "markdown"
    return "text"


def _are_facts(lines: list[tuple[int, str]]) -> bool:
    """Whether numbered lines make up the file: after a heading or none, numbers grow, and other lines go on a fact."""
    headed = bool(lines) and lines[0][1].rstrip().endswith(":") and not facts.FACT.fullmatch(lines[0][1])
    body = lines[1:] if headed else lines
    numbers = [int(found[1]) for _, text in body if (found := facts.FACT.fullmatch(text))]
    named = headed and "fact" in lines[0][1].lower()
    loose = sum(
        number > before + 1 and not facts.FACT.fullmatch(text) for (before, _), (number, text) in pairwise(body)
    )
    return (
        len(numbers) >= (1 if named else 2)
        and facts.FACT.fullmatch(body[0][1]) is not None
        and all(before < after for before, after in pairwise(numbers))
        and 2 * len(numbers) >= len(body)
        and loose <= (1 + len(numbers) // 10 if named else 0)
    )


def _is_markdown(lines: list[str]) -> bool:
    """Whether there is a mark that plain text would not have: a heading, a fence, a checkbox, a link, emphasis."""
    if lines and lines[0].rstrip() in {"---", "+++"}:
        return True
    underlined = any(re.fullmatch(r"=+\s*", after) and item_text(before) is None for before, after in pairwise(lines))
    return underlined or any(_MARKDOWN.search(line) for line in lines)
