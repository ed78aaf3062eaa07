"""The time at which a question in words asks what held: "Where did Ana live in May?" asks for the end of that May."""

import json
import re
from datetime import date

from memdb.query.date_words import MONTHS
from memdb.query.state import ReadState
from memdb.records.moments import Moment, moment
from memdb.records.tokens import stem
from memdb.store import Connection, sql

_MONTH = rf"(?P<month>{'|'.join(MONTHS)})"
_YEAR = r"(?:,? (?:of )?(?P<year>(?:19|20)\d\d))"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_PART = r"(?P<part>early |mid-?\s?|late |the (?:start|beginning|middle|end) of )?"
_AT = r"\b(?:in|on|at|by|during|as of|until) (?:the )?"
_TIMES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_AT}(?P<iso>(?:19|20)\d\d-\d\d(?:-\d\d)?)\b",
        rf"{_AT}{_DAY} (?:of )?{_MONTH}{_YEAR}?\b",
        rf"{_AT}{_MONTH} (?:the )?{_DAY}\b(?!\d){_YEAR}?",
        rf"{_AT}{_PART}{_MONTH}{_YEAR}?\b",
        rf"{_AT}{_PART}(?P<year>(?:19|20)\d\d)\b",
    )
)
# The tense of what asks about the past: "What is planned in May?" asks for what holds now.
PAST_TENSE = re.compile(r"\b(?:was|were|did|had)\b", re.IGNORECASE)
_WORDS = frozenset(month.casefold() for month in MONTHS) | frozenset(
    "early mid late start beginning middle end".split()
)
_TERMS = _WORDS | {stem(word) for word in _WORDS}
_LAST_DAY_OF_PART = {"early": 10, "start": 10, "beginning": 10, "mid": 20, "middle": 20}


def time_told(question: str) -> str:
    """The time that a question about the past names: ISO 8601 to the year, month or day, a year left out as "--05".

    "" where it names none, or asks for a time.
    """
    if not PAST_TENSE.search(question) or re.search(r"\bwhen\b", question, re.IGNORECASE):
        return ""
    found = next((match for pattern in _TIMES if (match := pattern.search(question))), None)
    if found is None:
        return ""
    parts = found.groupdict()
    if parts.get("iso"):
        return str(parts["iso"])
    part = next((word for word in _LAST_DAY_OF_PART if word in (parts.get("part") or "")), "")
    if not parts.get("month"):
        return str(parts["year"])
    month = MONTHS.index(parts["month"]) + 1
    day = int(parts.get("day") or 0) or _LAST_DAY_OF_PART.get(part, 0)
    return f"{parts['year'] or '-'}-{month:02}" + (f"-{day:02}" if day else "")


def is_time_word(word: str) -> bool:
    """Whether a normalised word of a question, or its stem, may belong to the time that it names."""
    return word in _TERMS or word[:1].isdigit()


def moment_told(state: ReadState, connection: Connection) -> Moment | None:
    """The moment that the question tells in words: the end of that day, month or year.

    A month without a year is the last one that had begun when the newest record was made. None where the question tells
    no time, the caller names a moment, or only fact streams are asked, which have no days.
    """
    told = state.known_intent.told
    if not told or state.request.at != Moment() or state.request.facts_only:
        return None
    if told.startswith("--"):
        rows = connection.rows(sql("query/newest_time"), {"streams": json.dumps(state.stream_ids)})
        newest = max((said_at for (said_at,) in rows if said_at), default="")
        if not newest:
            return None
        year = int(newest[:4]) - (told[2:4] > newest[5:7])
        told = f"{year}-{told[2:]}"
    return moment(told) if _exists(told) else None


def _exists(iso: str) -> bool:
    try:
        date.fromisoformat(f"{iso}-01-01"[:10])
    except ValueError:
        return False
    return True
