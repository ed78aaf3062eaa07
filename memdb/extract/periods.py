"""Periods of the calendar: what a time expression means against the day it was said, in normalised form."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property, lru_cache
from typing import Literal

from memdb.extract.verbs import Tense, tense

Unit = Literal["day", "week", "weekend", "month", "year"]
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_ISO_LENGTH = {"day": 10, "month": 7, "year": 4}
_SATURDAY = 5


@dataclass(frozen=True)
class Said:
    """What an expression is read against: the day it was said, if that is known, and its sentence."""

    day: date | None
    sentence: str

    @cached_property
    def tense(self) -> Tense:
        """The tense of the sentence, read only where an expression leaves the direction open."""
        return tense(self.sentence)


@lru_cache(maxsize=4096)
def day_of(said_at: str | None) -> date | None:
    """The day of an ISO 8601 time as written, or None if it is not given to the day."""
    try:
        return datetime.fromisoformat(said_at).date() if said_at else None
    except ValueError:
        return None


def shifted(unit: Unit, day: date, offset: int) -> str:
    """The period of the given unit that lies `offset` units from the one that holds `day`."""
    from dateutil.relativedelta import relativedelta  # noqa: PLC0415 - only sentences with a time pay for it

    if unit == "weekend":
        saturday = day + timedelta(weeks=offset, days=_SATURDAY - day.weekday())
        return f"{saturday.isoformat()}/{(saturday + timedelta(days=1)).isoformat()}"
    if unit == "week":
        year, week, _ = (day + timedelta(weeks=offset)).isocalendar()
        return f"{year:04}-W{week:02}"
    steps = {
        "day": relativedelta(days=offset),
        "month": relativedelta(months=offset),
        "year": relativedelta(years=offset),
    }
    return (day + steps[unit]).isoformat()[: _ISO_LENGTH[unit]]


def before(unit: Unit, day: date, count: int) -> str:
    """The ISO day that lies `count` units before a day."""
    from dateutil.relativedelta import relativedelta  # noqa: PLC0415 - only sentences with a time pay for it

    steps = {
        "day": relativedelta(days=count), "week": relativedelta(weeks=count), "weekend": relativedelta(weeks=count),
        "month": relativedelta(months=count), "year": relativedelta(years=count),
    }  # fmt: skip
    return (day - steps[unit]).isoformat()


def parsed(text: str) -> str:
    """The ISO day of a written date that has day, month and year. Raises ValueError for a day that does not exist."""
    from dateutil import parser  # noqa: PLC0415 - only sentences with a time pay for it

    return parser.parse(text).date().isoformat()


def weekday(name: str, said: Said, *, which: str) -> str:
    """The day a weekday's name means: `which` is "last", "this", "next" or '', where the tense decides."""
    if said.day is None:
        return ""
    position = next(index for index, full in enumerate(WEEKDAYS) if full.startswith(name[:3].lower()))
    ahead = (position - said.day.weekday()) % 7
    if which == "last" or (which != "next" and said.tense == "past"):
        return shifted("day", said.day, ahead - 7)
    return shifted("day", said.day, ahead or (0 if which == "this" else 7))


def day_of_year(day: int, month: str, said: Said) -> str:
    """The day and month in the year that lies nearest."""
    if said.day is None:
        return ""
    month_day = parsed(f"{day} {month} 2000")[4:]
    # 29 February comes every fourth year.
    days = [f"{year:04}{month_day}" for year in range(said.day.year - 4, said.day.year + 5)]
    return _nearest([found for found in days if day_of(found)], said.day, said.tense)


def day_of_month(day: int, said: Said) -> str:
    """The day in the month that lies nearest; months without that day are passed over."""
    if said.day is None:
        return ""
    days = [f"{shifted('month', said.day, offset)}-{day:02}" for offset in range(-2, 3)]
    return _nearest([found for found in days if day_of(found)], said.day, said.tense)


def month_of_year(month: str, said: Said, *, which: str, year: str) -> str:
    """The month meant by "last May" (`which`), "May last year" (`year`) or, with neither, the nearest one."""
    if said.day is None:
        return ""
    number, this = parsed(f"1 {month} 2000")[4:7], said.day.isoformat()[:7]
    if year:
        return f"{said.day.year + {'last': -1, 'this': 0, 'next': 1}[year]:04}{number}"
    months = [f"{found:04}{number}" for found in range(said.day.year - 1, said.day.year + 2)]
    if which == "last":
        return max(found for found in months if found < this)
    if which == "next":
        return min(found for found in months if found > this)
    return months[1] if which == "this" else _nearest(months, said.day, said.tense)


def _nearest(values: list[str], day: date, when: Tense) -> str:
    """The value nearest a day, on the side the tense asks for where there is one."""
    spoken = day.isoformat()
    if when == "past":
        values = [value for value in values if value <= spoken] or values
    elif when == "future":
        values = [value for value in values if value >= spoken[: len(value)]] or values
    return min(values, key=lambda value: abs((date.fromisoformat(f"{value}-15"[:10]) - day).days), default="")
