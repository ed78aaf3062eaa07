"""Markdown: headings name the session, paragraphs and list items are packets, fenced code is one packet verbatim.

Line by line rather than by a full parser: notes are imported for their text, and a construct that is not known here
stays in the text as it was written.
"""

from dataclasses import dataclass, field

from memdb.importers.blocks import turn_name
from memdb.importers.contents import TOO_LONG, Contents
from memdb.importers.dates import day_of_name, only_day
from memdb.importers.markdown_blocks import Block, blocks
from memdb.importers.source import Format, Items, Skipped
from memdb.records import Draft


@dataclass(slots=True)
class _Place:
    """Where in the page a block stands: the headings above it, and the dates that they and the page carry."""

    stem: str | None
    page_date: str | None
    headings: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])

    def enter(self, level: int, title: str) -> None:
        self.headings = [(above, name) for above, name in self.headings if above < level] + [(level, title)]

    @property
    def session(self) -> str | None:
        return " / ".join(filter(None, (self.stem, *(title for _, title in self.headings)))) or None

    @property
    def said_at(self) -> str | None:
        dates = (only_day(title) for _, title in reversed(self.headings))
        return next(filter(None, dates), self.page_date)


def read(contents: Contents) -> Items:
    """One draft a paragraph, list item or code block, named after its first line."""
    place = _Place(contents.stem, day_of_name(contents.stem or ""))
    bare: Block | None = None  # a heading with nothing under it yet
    for block in blocks(contents.text_lines()):
        if block.kind == "heading":
            if bare is not None and block.level <= bare.level:
                yield _no_text(bare)
            place.enter(block.level, block.text)
            bare = block
        elif block.kind == "date":
            place.page_date = block.text
        elif block.kind == "too long":
            yield Skipped(TOO_LONG, f"line {block.number}")
        else:
            bare = None
            yield _draft(block, place)
    if bare is not None:
        yield _no_text(bare)


def _no_text(heading: Block) -> Skipped:
    return Skipped("heading without text", f"line {heading.number}")


def _draft(block: Block, place: _Place) -> Draft:
    return Draft(content=block.text, session=place.session, turn=turn_name(block.number), said_at=place.said_at)


FORMAT = Format(name="markdown", profile="notes", default_stream="notes", read=read, by_place=True)
