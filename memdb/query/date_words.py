"""Dates as a reader should write them: in words, and no more exact than they are known."""

import re
from datetime import date, timedelta

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_WEEK = re.compile(r"(\d{4})-W(\d\d)")
_SATURDAY = 5
_A_DAY, _A_WEEK = timedelta(days=1), timedelta(weeks=1)
_DAY, _MONTH = 10, 7  # characters of an ISO day and month


def day_words(said_at: str | None) -> str:
    """The day of an ISO 8601 time: "7 May 2023", or as much of it as is given; "" for None."""
    return _words(said_at[:_DAY]) if said_at else ""


def event_words(event_time: str, said_at: str | None, text: str) -> str:
    """A normalised event time in words.

    Weeks, weekends and weekdays are told from the day on which `text` said them ("the Friday before 7 May 2023"), as
    far as they lie next to it: nobody means an exact day by "last week".
    """
    said = _day(said_at[:_DAY]) if said_at else None
    first, _, last = event_time.partition("/")
    start = _day(first)
    if week := _WEEK.fullmatch(event_time):
        monday = date.fromisocalendar(int(week[1]), int(week[2]), 1)
        return _beside("week", monday, _A_WEEK, said) or f"the week of {_written(monday)}"
    if start and last:
        if start.weekday() == _SATURDAY and _day(last) == start + _A_DAY:
            return _beside("weekend", start, 2 * _A_DAY, said) or f"the weekend of {_written(start)}"
        return f"{_words(first)} to {_words(last)}"
    if start and start != said and (name := WEEKDAYS[start.weekday()]).casefold() in text.casefold():
        return _beside(name, start, _A_DAY, said) or _written(start)
    return _words(event_time)


def _beside(unit: str, start: date, length: timedelta, said: date | None) -> str:
    """The period told from a day that it holds or lies next to; "" where others lie between."""
    if said is None:
        return ""
    if start <= said < start + length:
        return f"the {unit} of {_written(said)}"
    reach = _A_WEEK if length == _A_DAY else 2 * _A_WEEK
    if abs(start - said) > reach:
        return ""
    return f"the {unit} {'before' if start < said else 'after'} {_written(said)}"


def _words(iso: str) -> str:
    """A day, month or year of ISO 8601 in words; anything else as it is."""
    if day := _day(iso):
        return _written(day)
    year, _, month = iso.partition("-")
    return f"{MONTHS[int(month) - 1]} {year}" if month.isdigit() and 1 <= int(month) <= len(MONTHS) else iso


def _day(iso: str) -> date | None:
    try:
        return date.fromisoformat(iso) if len(iso) == _DAY else None
    except ValueError:
        return None


def _written(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"
