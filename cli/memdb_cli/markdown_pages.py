"""Records as Markdown, a page for each session in a folder for each stream."""

import re
import shutil
import tempfile
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from memdb_cli.failures import Failure
from memdb_cli.text import one_line, plain

if TYPE_CHECKING:
    from memdb import Draft

_LONGEST = 80
"""Bytes of a name in a path."""
_KEPT = " -_.,+()'"
"""What may stand in a file's name on every system, beside letters and digits."""
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|(com|lpt)\d)(\..*)?")
"""Names that Windows keeps for devices."""
_LIVE = re.compile(r"<(?=[A-Za-z/!?])|\](?=[(:\[])")
"""What begins a tag or an address in angle brackets, and what ends the words of a link or a picture."""
_FENCE = re.compile(r"(`{3,}(?!.*`)|~{3,})")
_DEEPEST = 3
"""Blanks before the fence that ends a piece of code, at most."""


def write_pages(folder: Path, drafts: Iterable["Draft"], *, overwrite: bool) -> int:
    """Write a page for each session and return the number of records.

    The pages are written beside the folder and moved there when all are whole. Raises Failure.
    """
    try:
        _check(folder, overwrite=overwrite)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as scratch:
            pages = _Pages(Path(scratch))
            for draft in drafts:
                pages.add(draft)
            for page in sorted(pages.files):
                place = folder / page.relative_to(scratch)
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.move(page, place)
            folder.mkdir(exist_ok=True)
    except OSError as error:
        raise Failure(f"cannot write {folder}: {error.strerror or error}.") from error
    return pages.records


def _check(folder: Path, *, overwrite: bool) -> None:
    if not folder.parent.is_dir():
        raise Failure(f"cannot write {folder}: there is no folder {folder.parent}.")
    if folder.exists() and not folder.is_dir():
        raise Failure(f"cannot write {folder}: it is a file; Markdown is written to a folder.")
    if folder.is_dir() and any(folder.iterdir()) and not overwrite:
        raise Failure(f"cannot write {folder}: it is not empty; name another folder, or add --overwrite.")


class _Pages:
    """Pages that grow record by record, so that a memory of any size is written in bounded memory."""

    def __init__(self, root: Path) -> None:
        self.records = 0
        self.files: dict[Path, None] = {}
        self._root = root
        self._folders: dict[str, str] = {}

    def add(self, draft: "Draft") -> None:
        page = self._page(draft)
        lines = [*_record_lines(draft)]
        if page not in self.files:
            self.files[page] = None
            page.parent.mkdir(exist_ok=True)
            page.touch(0o600)
            lines = [*_head_lines(draft), *lines]
        with page.open("a", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in lines)
        self.records += 1

    def _page(self, draft: "Draft") -> Path:
        assert draft.place is not None, "an export says where a record stands"
        name = f"{draft.place.session_index:04} {_safe(draft.session or '')}".rstrip()
        return self._root / self._folder(draft.stream or "") / f"{name}.md"

    def _folder(self, stream: str) -> str:
        """The folder of a stream: its name as far as a path may hold it, with a number where two would be one."""
        if stream not in self._folders:
            name = _safe(stream) or "stream"
            taken = {folder.casefold() for folder in self._folders.values()}
            names = [name, *(f"{name} ({number})" for number in range(2, len(taken) + 3))]
            self._folders[stream] = next(one for one in names if one.casefold() not in taken)
        return self._folders[stream]


def _safe(name: str) -> str:
    """A name that every file system takes: no separators, no control characters, no dot or space at its ends."""
    kept = (one if one.isalnum() or one in _KEPT else "-" for one in unicodedata.normalize("NFC", name))
    cut = "".join(kept).encode()[:_LONGEST].decode(errors="ignore").strip(" .")
    return f"{cut}-" if _RESERVED.fullmatch(cut) else cut


def _shown(text: str) -> str:
    """Text of a record as a line of Markdown in which no tag, link or picture is live."""
    return _LIVE.sub(lambda mark: f"&#{ord(mark[0])};", text)


def _closes(line: str, fence: str) -> bool:
    """Whether a quoted line ends the code that a fence began (CommonMark, section 4.5)."""
    spaced = f"> {line}".expandtabs(4)[2:]
    mark = spaced.strip(" ")
    return len(spaced) - len(spaced.lstrip(" ")) <= _DEEPEST and len(mark) >= len(fence) and set(mark) == {fence[0]}


def _quoted_lines(text: str) -> Iterator[str]:
    """The lines of a record; code between fences, in which nothing is live, stays as it is."""
    fence = ""
    for line in plain(text).split("\n"):
        if fence:
            yield line
            if _closes(line, fence):
                fence = ""
        else:
            found = _FENCE.match(line)
            fence = found[1] if found else ""
            yield line if fence else _shown(line)


def _head_lines(draft: "Draft") -> Iterator[str]:
    yield f"# {_shown(one_line(draft.session or '')) or 'Without a session'}"
    yield ""
    begun = f", begun {draft.session_started_at}" if draft.session_started_at else ""
    yield _shown(one_line(f"Stream {draft.stream or ''}{begun}"))


def _record_lines(draft: "Draft") -> Iterator[str]:
    """Who said it and when, then the text as a quotation, so that nothing in it can pass for the page's own."""
    speaker, said_at, turn = (_shown(one_line(part or "")) for part in (draft.speaker, draft.said_at, draft.turn))
    if turn and not (speaker or said_at):
        turn = f"Turn {turn}"  # by itself it could be a mark of Markdown
    yield ""
    if head := " \u00b7 ".join(filter(None, (f"**{speaker}**" if speaker else "", said_at, turn))):
        yield head
        yield ""
    yield from (f"> {line}".rstrip() for line in _quoted_lines(draft.content))
    for what, text in (("Image", draft.caption), ("Image asked for", draft.image_query)):
        if text:
            yield ">"
            yield f"> *{what}: {_shown(one_line(text))}*"
