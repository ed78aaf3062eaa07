"""The days that a normalised time covers: a day, week, month, year, or a span of these."""

import calendar
import re
from datetime import date, timedelta

_WEEK = re.compile(r"(\d{4})-W(\d\d)")
_PERIOD = re.compile(r"\d{4}(?:-W\d\d|-\d\d(?:-\d\d)?)?", re.ASCII)
_DAY, _MONTH = 10, 7  # characters of an ISO day and month


def days_of(period: str) -> tuple[date, date] | None:
    """The first and the last day of a period as claims have it: "2023-05-06", "2023-W18", "2023-05", "2023", "a/b".

    None for what is none of these.
    """
    start, _, end = period.partition("/")
    try:
        return _days(start)[0], _days(end or start)[1]
    except ValueError:
        return None


def is_period(text: str) -> bool:
    """Whether a text is a period as claims have it, one that does not end before it begins."""
    if not all(map(_PERIOD.fullmatch, text.split("/", 1))):
        return False
    days = days_of(text)
    return days is not None and days[0] <= days[1]


def _days(period: str) -> tuple[date, date]:
    if week := _WEEK.fullmatch(period):
        monday = date.fromisocalendar(int(week[1]), int(week[2]), 1)
        return monday, monday + timedelta(days=6)
    if len(period) == _DAY:
        day = date.fromisoformat(period)
        return day, day
    year = int(period[:4])
    if len(period) != _MONTH:
        return date(year, 1, 1), date(year, 12, 31)
    month = int(period[5:])
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])
