"""Dates and times as sources give them: read once into ISO 8601, compared as UTC.

A value keeps the precision and the zone it was given; nothing is filled in that the text does not say.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache

_LONGEST = 80  # characters; longer text is prose, not a date
_ISO = re.compile(
    r"(?P<year>\d{4})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d)(?P<time>[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)?"
    r"(?P<zone>(?<=\d)\s?(?:Z|[+-]\d\d(?::?\d\d)?))?)?)?"
)
_EPOCH = re.compile(r"(?P<seconds>\d{9,10}(?:\.\d+)?)|(?P<millis>\d{13})")
# "2023-05-06/2023-05-09", "5-7 May 2023": of two days dateutil would make one and a time of day.
_SPAN = re.compile(r"\d{4}-\d\d.*(?:/|\d{4}-\d\d)|\d{1,2}\s?[-\u2013]\s?\d{1,2}\s[^\W\d]")
_BRACKETS = re.compile(r"[()\[\]]")
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_WORDS = re.compile(
    rf"(?:the\s)?(?:{_MONTHS}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?(?:\sof)?\s(?:{_MONTHS})|\d{{4}}-\d\d|(?:1[5-9]|20)\d\d$)\b"
)
# Two defaults that differ in every field show which fields a text leaves open.
_DEFAULTS = (datetime(2000, 1, 1), datetime(2004, 2, 2, 1, 1, 1))  # noqa: DTZ001 - naive on purpose
# The zone names of RFC 5322; any other name has no agreed offset and is not guessed.
_ZONE_HOURS = {
    "UTC": 0, "GMT": 0, "UT": 0, "Z": 0,
    "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
}  # fmt: skip


def parse_time(text: str, *, day_first: bool = False) -> str | None:
    """The ISO 8601 form of a date or time as a file or a user writes it, or None if it is not one.

    ISO input comes back unchanged. Other text keeps its precision (a date stays a date, "May 2023" is "2023-05") and
    its zone; a text without a year is no date, and neither is a span of days. Plain numbers of nine digits or more are
    seconds (thirteen: milliseconds) since 1970. `day_first` reads 05/07/2023 as 5 July.
    """
    text = text.strip()
    if not text or len(text) > _LONGEST:
        return None
    if _moment(text) is not None:
        return text
    if epoch := _EPOCH.fullmatch(text):
        return _from_epoch(float(epoch["seconds"] or int(epoch["millis"]) / 1000))
    return _parse_written(text, day_first=day_first)


def is_date(value: str) -> bool:
    """Whether the words of a value are a date rather than a place: "March 10", "Friday", "the 3rd of May"."""
    return _WORDS.match(value) is not None


@lru_cache(maxsize=4096)
def sort_key(said_at: str | None) -> str:
    """A string by which times compare: UTC 'YYYY-MM-DDTHH:MM:SS.ffffff', or '' for None or unreadable text.

    A time without a zone counts as UTC; a date, month or year sorts at its start.
    """
    moment = _moment(said_at.strip()) if said_at else None
    if moment is None:
        return ""
    if moment.tzinfo is not None:
        with suppress(OverflowError):  # within a day of year 1 or 9999
            moment = moment.astimezone(UTC)
    return moment.replace(tzinfo=None).isoformat(timespec="microseconds")


def _moment(text: str) -> datetime | None:
    """The start of an ISO 8601 value, or None if the text is not one."""
    shape = _ISO.fullmatch(text)
    if shape is None or (shape["zone"] and not shape["time"]):
        return None
    try:
        if shape["day"]:
            return datetime.fromisoformat(text.replace(" +", "+").replace(" -", "-").replace(" Z", "Z"))
        return datetime(int(shape["year"]), int(shape["month"] or 1), 1)  # noqa: DTZ001 - a month has no zone
    except ValueError:
        return None


def _from_epoch(seconds: float) -> str | None:
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    return moment.isoformat().replace("+00:00", "Z")


def _zone(name: str | None, offset: int | None) -> tzinfo | None:
    """What dateutil asks for each zone it reads: `offset` is in seconds."""
    if offset is not None:
        return timezone(timedelta(seconds=offset))
    hours = _ZONE_HOURS.get(name or "")
    return None if hours is None else timezone(timedelta(hours=hours))


def readings(
    text: str, *, day_first: bool, zone: Callable[[str | None, int | None], tzinfo | None]
) -> tuple[datetime, datetime] | None:
    """What dateutil reads in a text, twice: the fields in which both differ are those that the text leaves open.

    None where it is no date. `zone` gives the zone of a name and an offset in seconds.
    """
    from dateutil import parser  # noqa: PLC0415 - 20 ms that ISO input need not pay

    try:
        one, two = (parser.parse(text, default=start, tzinfos=zone, dayfirst=day_first) for start in _DEFAULTS)
    except (ValueError, TypeError, ArithmeticError, LookupError, AttributeError):
        return None  # dateutil lets several kinds escape on odd input
    return one, two


def _parse_written(text: str, *, day_first: bool) -> str | None:
    if _SPAN.match(text):
        return None
    found = readings(_BRACKETS.sub(" ", text), day_first=day_first, zone=_zone)
    return _as_given(*found) if found else None


def _as_given(one: datetime, two: datetime) -> str | None:
    """The ISO form of the fields in which both readings agree, so which the text itself gave."""
    if one.year != two.year:
        return None
    if one.month != two.month:
        return f"{one.year:04}" if one.day != two.day else None
    if one.day != two.day:
        return f"{one.year:04}-{one.month:02}"
    if one.hour != two.hour:
        return one.date().isoformat()
    if one.second == two.second:
        return one.isoformat()
    return one.replace(second=0, microsecond=0).isoformat(timespec="minutes")
