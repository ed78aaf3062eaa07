"""Opening a source: everything that can be wrong with it as a whole is said here, before a draft is yielded."""

import os
from collections import Counter
from contextlib import closing

from memdb.errors import ImportFileError, UnknownFormatError
from memdb.importers import (
    chatgpt,
    claude_ai,
    claude_code,
    facts,
    jsonl,
    locomo,
    longmemeval,
    longmemeval_pool,
    markdown,
    mbox,
    openai_messages,
    text,
    whatsapp,
)
from memdb.importers.contents import Contents
from memdb.importers.detect import detect
from memdb.importers.intake import open_contents
from memdb.importers.source import Format, Skipped, Source

_BY_NAME = {
    module.FORMAT.name: module.FORMAT
    for module in (
        jsonl, text, markdown, chatgpt, claude_ai, claude_code, openai_messages, whatsapp, mbox,
        facts, locomo, longmemeval, longmemeval_pool,
    )
}  # fmt: skip
FORMATS: tuple[str, ...] = tuple(_BY_NAME)
"""The names that `open_source` takes as `format`, besides "auto"."""


def open_source(source: str | os.PathLike[str], *, format: str = "auto") -> Source:
    """Open a file to import ("-" is standard input), recognising its format by its shape unless one is named.

    Raises:
        UnknownFormatError: the format named, or the shape of the file, is none that memdb reads.
        ImportFileError: the file is missing, empty, binary, cut short or too large, or holds nothing to import.
    """
    if format != "auto" and format not in _BY_NAME:
        raise UnknownFormatError(f'unknown format "{format}"; known formats: auto, {", ".join(FORMATS)}')
    contents = open_contents(source)
    chosen = _BY_NAME[detect(contents) if format == "auto" else format]
    _require_a_draft(chosen, contents)
    return Source(chosen, contents)


def _require_a_draft(chosen: Format, contents: Contents) -> None:
    """Read up to the first draft, so that a file without one fails before anything of it is stored."""
    skipped: Counter[str] = Counter()
    with closing(chosen.read(contents)) as items:
        for item in items:
            if not isinstance(item, Skipped):
                contents.bytes_read = 0
                return
            skipped[item.reason] += 1
    why = ", ".join(f"{count} {reason}" for reason, count in skipped.most_common(5)) or "no text"
    raise ImportFileError(
        f"{contents.name} has nothing to import as {chosen.name} ({why}); "
        f"check the file, or name another format: {', '.join(FORMATS)}"
    )
