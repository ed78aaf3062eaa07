"""Opening a source: everything that can be wrong with it as a whole is said here, before a draft is yielded."""

import os
from collections import Counter
from contextlib import closing
from pathlib import Path, PurePath

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
    slack,
    text,
    whatsapp,
)
from memdb.importers.archives import Archive, open_archive
from memdb.importers.contents import Contents
from memdb.importers.detect import detect
from memdb.importers.growing import SETTLED, grown_contents
from memdb.importers.intake import open_contents
from memdb.importers.source import Part, Skipped, Source

_BY_NAME = {
    module.FORMAT.name: module.FORMAT
    for module in (
        jsonl, text, markdown, chatgpt, claude_ai, claude_code, openai_messages, whatsapp, slack, mbox,
        facts, locomo, longmemeval, longmemeval_pool,
    )
}  # fmt: skip
FORMATS: tuple[str, ...] = tuple(_BY_NAME)
"""The names that `open_source` takes as `format`, besides "auto"."""


_NOTES = frozenset({"text", "markdown", "facts"})
# Any text is notes by its shape; among the many files of an archive only these are meant as notes.
_NOTE_SUFFIXES = frozenset({".txt", ".text", ".md", ".markdown"})


def open_source(source: str | os.PathLike[str], *, format: str = "auto", stream: str | None = None) -> Source:
    """Open a file, a zip archive or a folder to import ("-" is standard input).

    The format is recognised by the shape of the file, unless one is named. A `stream` takes the drafts of all formats
    of an archive that has several; without one each goes to that of its format.

    Raises:
        UnknownFormatError: the format named, or the shape of the file, is none that memdb reads.
        ImportFileError: the file is missing, empty, binary, cut short or too large, or holds nothing to import.
    """
    if format != "auto" and format not in _BY_NAME:
        raise UnknownFormatError(f'unknown format "{format}"; known formats: auto, {", ".join(FORMATS)}')
    archive = open_archive(source)
    if archive is None:
        return _of_file(open_contents(source), format)
    parts, skipped = _parts(archive, format)
    opened = Source(parts, uri=archive.uri, sha256=archive.sha256, skipped=skipped, stream=stream)
    _require_a_draft(opened, archive.name, "")
    return opened


def open_growing(
    path: Path, *, format: str, stream: str | None, quiet: float, named: PurePath, among_others: bool
) -> tuple[Source, int] | None:
    """Open a file that may still be written to: a copy of what is complete of it with its size, None while nothing is.

    Args:
        path: the file.
        format: one of `FORMATS`, or "auto".
        stream: as for `open_source`.
        quiet: seconds for which the file has not changed.
        named: the file that it was when it was first read, whose name its sessions have.
        among_others: it was found in a folder, where text is meant as notes only if its name says so.

    Raises:
        ImportFileError: as for `open_source`.
    """
    grown = grown_contents(path, quiet=quiet, named=named)
    if isinstance(grown, int):
        return (open_source(path, format=format, stream=stream), grown) if quiet >= SETTLED else None
    if grown is None:
        return None
    name = detect(grown) if format == "auto" else format
    return None if among_others and format == "auto" and _is_stray(name, grown) else (_of_file(grown, name), grown.size)


def _of_file(contents: Contents, format: str) -> Source:
    name = detect(contents) if format == "auto" else format
    opened = Source([(_BY_NAME[name], contents)], uri=contents.uri, sha256=contents.sha256)
    _require_a_draft(opened, contents.name, f" as {name}")
    return opened


def _parts(archive: Archive, format: str) -> tuple[list[Part], list[Skipped]]:
    """The files of an archive with their formats, and why others are not read."""
    parts: list[Part] = []
    skipped = list(archive.skipped)
    for contents in archive.files:
        try:
            name = detect(contents) if format == "auto" else format
        except ImportFileError:
            name = None
        if name is None and slack.is_companion(contents):
            continue
        if name is None or (format == "auto" and _is_stray(name, contents)):
            skipped.append(Skipped("no export that memdb reads", contents.name))
        else:
            parts.append((_BY_NAME[name], contents))
    return parts, skipped


def _is_stray(name: str, contents: Contents) -> bool:
    """Whether a file among others has the shape of notes, as any text has, and is not named as notes are."""
    return name in _NOTES and contents.suffix not in _NOTE_SUFFIXES


def _require_a_draft(opened: Source, name: str, as_format: str) -> None:
    """Read up to the first draft, so that a file without one fails before anything of it is stored."""
    skipped: Counter[str] = Counter()
    with closing(iter(opened)) as items:
        for item in items:
            if not isinstance(item, Skipped):
                opened.rewind()
                return
            skipped[item.reason] += 1
    why = ", ".join(f"{count} {reason}" for reason, count in skipped.most_common(5)) or "no text"
    raise ImportFileError(
        f"{name} has nothing to import{as_format} ({why}); check the file, or name another format: {', '.join(FORMATS)}"
    )
