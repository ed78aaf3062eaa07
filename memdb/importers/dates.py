"""Dates as other programs write them, brought to ISO 8601 without inventing a day, a time or a zone."""

import re
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import Any

from memdb.records.dates import readings

_ISO = re.compile(r"\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?", re.ASCII)
# "2023/05/30 (Tue) 23:40": the year first, so that the month is never in doubt.
_YEAR_FIRST = re.compile(
    r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:\s*\(\w+\))?(?:[ Tt]+(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?.*))?", re.ASCII
)
_LONGEST = 100
# Digits alone are seconds or milliseconds since 1970, or YYYYMMDD with hhmm or hhmmss or without; else no date.
_EPOCH = re.compile(r"\d{10}(?:\.\d+)?|\d{13}", re.ASCII)
_BASIC = re.compile(r"(\d{8})(\d{4}(?:\d\d)?)?", re.ASCII)
_BEGINS_LIKE_ISO = re.compile(r"\d{8}T|\d{4}-W?\d", re.ASCII)
_NUMBER = re.compile(r"\d+(?:\.\d*)?", re.ASCII)
_SECONDS = (10**8, 10**11)
_MILLISECONDS = (10**11, 10**14)

NOT_A_DATE = "is not a date"
TWO_DATES = "could be two dates"


class DateError(ValueError):
    """A text that gives no one day; the message is the predicate of a reason ("is not a date")."""


def iso(given: str | float) -> str | None:
    """A date or a date with time in ISO 8601; None for a blank text.

    What is ISO already is kept as given. A number is seconds or milliseconds since 1970, which are in UTC.

    Raises:
        DateError: no day, or more than one, can be read out of it.
    """
    if isinstance(given, str):
        text = given.strip()
        if not _EPOCH.fullmatch(text):
            return _iso_text(text)
        given = float(text) if "." in text else int(text)
    for (low, high), unit in ((_SECONDS, 1), (_MILLISECONDS, 1000)):
        if low <= given < high:
            return datetime.fromtimestamp(given / unit, UTC).isoformat().replace("+00:00", "Z")
    raise DateError(NOT_A_DATE)


def iso_or_none(given: Any) -> str | None:
    """As `iso`, and None for what gives no one day: a message is worth more than its time."""
    if not isinstance(given, str | int | float) or isinstance(given, bool):
        return None
    try:
        return iso(given)
    except DateError:
        return None


@lru_cache(maxsize=4096)
def _iso_text(text: str) -> str | None:
    if not text:
        return None
    if len(text) > _LONGEST:
        raise DateError(NOT_A_DATE)
    if _ISO.fullmatch(text):
        _standard(text)
        return text
    if found := _BASIC.fullmatch(text):
        return _standard("T".join(filter(None, found.groups())))
    if _NUMBER.fullmatch(text):
        raise DateError(NOT_A_DATE)
    if found := _YEAR_FIRST.fullmatch(text):
        year, month, day, clock = found.groups()
        day = _standard(f"{year}-{month:0>2}-{day:0>2}")
        return _by_words(f"{day} {clock}", dayfirst=False) if clock else day
    if _BEGINS_LIKE_ISO.match(text):
        return _standard(text)
    month_first, day_first = _by_words(text, dayfirst=False), _by_words(text, dayfirst=True)
    if month_first != day_first:
        raise DateError(TWO_DATES)
    return month_first


def _standard(text: str) -> str:
    """A date or a date with time in one of the other spellings of ISO 8601, in the usual one."""
    try:
        try:
            return date.fromisoformat(text).isoformat()
        except ValueError:
            return datetime.fromisoformat(text).isoformat()
    except ValueError as error:
        raise DateError(NOT_A_DATE) from error


def _by_words(text: str, *, dayfirst: bool) -> str:
    found = readings(text, day_first=dayfirst, zone=_zone)
    if found is None or found[0].date() != found[1].date():
        raise DateError(NOT_A_DATE)
    one, two = found
    return one.isoformat() if one.hour == two.hour else one.date().isoformat()


def _zone(_name: str | None, offset: int | None) -> tzinfo | None:
    """Only a numeric offset is a zone: "EST" is several, and the machine's own must not decide."""
    return None if offset is None else timezone(timedelta(seconds=offset))


_DAY = re.compile(r"(?<![\d-])(\d{4}-\d{2}-\d{2})(?![\d-])(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?![\d:]))?", re.ASCII)
_MONTH = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_WORDED_DAY = re.compile(
    rf"\b(?:(\d{{1,2}})(?:st|nd|rd|th|\.)? {_MONTH}|{_MONTH} (\d{{1,2}})(?:st|nd|rd|th)?),? (\d{{4}})\b", re.IGNORECASE
)
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_NAMED_DAY = re.compile(r"(?<!\d)((?:19|20)\d\d)([_. ]?)(\d\d)\2(\d\d)(?!\d)", re.ASCII)


def only_day(text: str) -> str | None:
    """The one date of a heading ("2026-05-08", "Friday, 8 May 2026") with its time, if any; None if none or several."""
    days = [(day, clock) for day, clock in _DAY.findall(text)]
    for before, month, other_month, after, year in _WORDED_DAY.findall(text):
        number = _MONTHS.index((month or other_month).lower()) + 1
        days.append((f"{year}-{number:02}-{int(before or after):02}", ""))
    if len(days) != 1:
        return None
    day, clock = days[0]
    try:
        date.fromisoformat(day)
        if clock:
            datetime.fromisoformat(f"{day}T{clock}")
    except ValueError:
        return None
    return f"{day}T{clock}" if clock else day


def day_of_name(stem: str) -> str | None:
    """The one date of a file name, which may also be written 2026_05_08, 2026.05.08 or 20260508."""
    found = _NAMED_DAY.findall(stem)
    return only_day(stem) or (only_day("-".join((found[0][0], *found[0][2:]))) if len(found) == 1 else None)
