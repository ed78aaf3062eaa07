"""The lexical document of a packet: what the index knows of it (RETRIEVAL: pieces, tokens and document)."""

import re
from collections import Counter
from dataclasses import dataclass

import msgspec

from memdb.records.packet import Draft
from memdb.records.tokens import terms, words
from memdb.store import Connection, sql

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_FIRST_PERSON = frozenset("i im ive id ill my me mine myself we our us".split())
_TIME_WORD = re.compile(
    r"""\b(?:
        yesterday|today|tonight|tomorrow|ago|since|recently|lately|(?:last|next|this|past|every)\s+\w+
      | (?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?
      | (?:january|february|march|april|may|june|july|august|september|october|november|december)
      | days?|weeks?|months?|years?|hours?|minutes?|decades?|morning|afternoon|evening|night
      | (?:19|20)\d\d|\d{1,2}(?::\d\d)?\s*(?:am|pm)|\d{1,2}(?:st|nd|rd|th)
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Document:
    """Index terms of one packet (JSON object of term to frequency), their number, and the dialogue prior's cues."""

    terms: str
    length: int
    asks: bool
    has_time: bool
    first_person: int


def document(draft: Draft, session_started_at: str | None) -> Document:
    """The document of a draft: its content, caption, image query, the date of its session, and its speaker."""
    said = " ".join(part for part in (draft.content, draft.caption, draft.image_query) if part)
    about = " ".join((date_words(session_started_at or draft.said_at), draft.speaker or ""))
    found = terms(f"{said} {about}")
    return Document(
        terms=msgspec.json.encode(Counter(found)).decode(),
        length=len(found),
        asks=draft.content.rstrip().endswith(("?", "\uff1f")),
        has_time=_TIME_WORD.search(draft.content) is not None,
        first_person=sum(word in _FIRST_PERSON for word in words(draft.content)),
    )


def date_words(time: str | None) -> str:
    """A date as people write it ("8 May 2023"), so that a question's month or day meets it; '' without a date."""
    if not time or len(time) < len("2023-05-08") or not time[5:7].isdigit():
        return ""
    month = int(time[5:7])
    return f"{time[8:10].lstrip('0')} {_MONTHS[month - 1]} {time[:4]}" if 1 <= month <= len(_MONTHS) else ""


def add_document(connection: Connection, entry: Document, *, packet_id: int, stream_id: int, answers: bool) -> None:
    """Stores the document of a packet; `answers` is whether the turn before it asks."""
    connection.rows(sql("ingest/add_document"), {
        "packet_id": packet_id, "stream_id": stream_id, "length": entry.length, "asks": int(entry.asks),
        "answers": int(answers), "has_time": int(entry.has_time), "first_person": entry.first_person,
        "terms": entry.terms,
    })  # fmt: skip
