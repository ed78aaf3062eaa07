"""Packets: the immutable original records, and drafts of them before they are stored (paper A, section A1)."""

from dataclasses import dataclass
from typing import Literal

Profile = Literal["dialogue", "facts", "notes"]
"""How a stream is read. `dialogue` uses neighbouring turns and speaker cues; `facts` and `notes` do not."""
Layout = Literal["flat", "sequential", "session", "entity", "bounded"]
"""How the claims of a stream are grouped."""


OWNER = "user"
"""Whom first person means where nobody is named: the owner of the memory."""

MOST_TEXT = 32 * 1024 * 1024
MOST_NAME = 10_000
"""Characters of a record's text, and of each of its names, that memdb takes: more is no record that somebody wrote."""


def page_of(session: str) -> str:
    """The page of notes to which a session belongs: itself, or the page above its headings."""
    return session.partition(" / ")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a record stands in the memory that it was exported from, so that an import puts it there again.

    `position` and `turn_index` as in `Packet`; `session_index` counts the sessions of a stream from 1. There are gaps
    where records were forgotten.
    """

    position: int
    session_index: int
    turn_index: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One original record as an importer or a caller gives it, not yet stored.

    `said_at` is ISO 8601, a date or a date with time, kept as given (no zone is added). A `None` stream is filled
    in by the ingest call; a `None` session is the stream's unnamed session. `profile` is the profile its stream gets if
    it does not exist yet; `None` leaves that to the ingest call. A record goes to its `place` unless later records are
    there already, and else to the end of its stream.
    """

    content: str
    stream: str | None = None
    session: str | None = None
    session_started_at: str | None = None
    turn: str | None = None
    speaker: str | None = None
    said_at: str | None = None
    caption: str | None = None
    image_query: str | None = None
    profile: Profile | None = None
    place: Place | None = None

    @property
    def too_long(self) -> str:
        """What of it is longer than memdb takes; "" where nothing is."""
        texts = (("content", self.content), ("caption", self.caption), ("image_query", self.image_query))
        names = (("stream", self.stream), ("session", self.session), ("turn", self.turn), ("speaker", self.speaker))
        for most, parts in ((MOST_TEXT, texts), (MOST_NAME, names)):
            for name, part in parts:
                if part is not None and len(part) > most:
                    return f"{name} longer than {most:,} characters"
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Packet:
    """One stored original record. It is never changed; it can be forgotten.

    `position` counts the records of a stream in source order from 1; `turn_index` counts those of a session from 0.
    """

    id: int
    stream: str
    session: str
    position: int
    turn_index: int
    turn: str | None
    speaker: str | None
    said_at: str | None
    content: str
    caption: str | None
    image_query: str | None
    session_started_at: str | None
