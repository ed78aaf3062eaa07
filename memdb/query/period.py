"""How near records are to the time that a question names: by when they were said, and by when their claims happened."""

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from datetime import date

from memdb.query.date_words import WEEKDAYS
from memdb.query.told_time import is_time_word
from memdb.records.calendar import days_of
from memdb.records.tokens import stem
from memdb.store import Connection, Row, sql

Days = tuple[date, date]
_WORDS = frozenset(
    "day week weekend month year morning afternoon evening night yesterday today tonight tomorrow ago last this past "
    "next few several couple one two three four five six seven eight nine ten".split()
).union(day.casefold() for day in WEEKDAYS)
_PAST = re.compile(r"\b(?:did|was|were|had|have|has)\b", re.IGNORECASE)
_FROM_TODAY = re.compile(
    r"\b(?:ago|today|tonight|yesterday|tomorrow|now|so far|since|(?:last|this|past|next|coming|previous) \w+)\b",
    re.IGNORECASE,
)
_TERMS = _WORDS | {stem(word) for word in _WORDS}


def nearness(connection: Connection, rows: Sequence[Row], period: str) -> list[float]:
    """One value for each of some rows of `query/turns.sql`: 1 in the period, 0 as far from it as it is long.

    `period` has the form of a claim's event time. A record counts by the nearest of the times that it tells and the one
    at which it was said.
    """
    asked_about = days_of(period)
    if asked_about is None:
        return [0.0] * len(rows)
    told: dict[int, list[float]] = defaultdict(list)
    packets = json.dumps([row[2] for row in rows])
    for packet, event_time in connection.rows(sql("query/event_times"), {"packets": packets}):
        told[packet].append(_near(days_of(event_time), asked_about))
    for row in rows:
        if said_at := row[10] or row[11]:
            told[row[2]].append(_near(days_of(said_at[:10]), asked_about))
    return [max(told[row[2]], default=0.0) for row in rows]


def asks_what_happened(question: str) -> bool:
    """Whether a question is about the past: what is to come on Friday may have been told at any time."""
    return _PAST.search(question) is not None


def counts_from_today(question: str) -> bool:
    """Whether what a question means depends on the day on which it is asked."""
    return _FROM_TODAY.search(question) is not None


def told_within(period: str, said_at: str | None, event_time: str) -> float:
    """The nearness of one claim by when it happened and when it was said; 1 without a period, or without a time."""
    asked_about = days_of(period) if period else None
    if asked_about is None:
        return 1.0
    return max((_near(days_of(time), asked_about) for time in (event_time, (said_at or "")[:10]) if time), default=1.0)


def is_period_word(term: str) -> bool:
    """Whether a term of a question may belong to the period that it names."""
    return term in _TERMS or is_time_word(term)


def _near(told: Days | None, asked_about: Days) -> float:
    """1 where the middle of a span lies in the period, 0 half its length beside it, and for a span that is far longer.

    What was done "two weeks ago" is seldom told to the day.
    """
    if told is None:
        return 0.0
    (first, last), length = asked_about, (asked_about[1] - asked_about[0]).days + 1
    if (told[1] - told[0]).days >= 2 * length:
        return 0.0
    middle = told[0] + (told[1] - told[0]) / 2
    return max(0.0, 1.0 - 2 * max(0, (first - middle).days, (middle - last).days) / length)
