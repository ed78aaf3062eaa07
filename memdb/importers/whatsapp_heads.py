"""The head of a WhatsApp message: its date in the order of the phone's region, and its time."""

import re
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Literal

Order = Literal["ymd", "dmy", "mdy"]

HEAD = re.compile(
    r"[\u200e\u200f]?(?P<open>\[)?"
    r"(?P<one>\d{1,4})(?P<dot>[./-])\s?(?P<two>\d{1,2})(?P=dot)\s?(?P<three>\d{1,4})\.?,?[ \u202f\xa0]"
    r"(?P<hour>\d{1,2})[:.](?P<minute>\d\d)(?P<seconds>[:.]\d\d)?"
    r"(?:[ \u202f\xa0]?(?P<half>[ap])\.?[ \u202f\xa0]?m\.?)?"
    r"(?(open)\]| [-\u2013])[ ]",
    re.IGNORECASE | re.ASCII,
)
"""What stands before every message: "[05/11/2025, 21:04:07] " on iOS, "11/5/25, 9:04 PM - " on Android."""

_YEAR = 1000
_MONTHS = 12


def date_order(dates: Sequence[tuple[int, int, int]], *, month_first: bool) -> Order:
    """The one order in which the dates of a file are dates, and do not go back; `month_first` decides where both do."""
    if any(one >= _YEAR for one, _, _ in dates):
        return "ymd"
    impossible = sum(two > _MONTHS for _, two, _ in dates) - sum(one > _MONTHS for one, _, _ in dates)
    if impossible:
        return "mdy" if impossible > 0 else "dmy"
    back = _steps_back([(year, two, one) for one, two, year in dates])
    back -= _steps_back([(year, one, two) for one, two, year in dates])
    if back:
        return "mdy" if back > 0 else "dmy"
    return "mdy" if month_first else "dmy"


def _steps_back(days: list[tuple[int, int, int]]) -> int:
    return sum(after < before for before, after in pairwise(days))


def numbers(head: re.Match[str]) -> tuple[int, int, int]:
    """The three numbers of a head's date, in the order in which they stand."""
    return int(head["one"]), int(head["two"]), int(head["three"])


def time_of(head: re.Match[str], order: Order) -> str | None:
    """The time of a head in ISO 8601, with seconds if it has them and without a zone; None if there is no such day."""
    parts = dict(zip(order, numbers(head), strict=True))
    year = parts["y"] + (2000 if parts["y"] < _YEAR else 0)
    hour = int(head["hour"])
    if head["half"]:
        hour = hour % 12 + 12 * (head["half"] in "pP")
    seconds = head["seconds"]
    try:
        time = datetime(year, parts["m"], parts["d"], hour, int(head["minute"]), int((seconds or ":0")[1:]))  # noqa: DTZ001
    except ValueError:
        return None
    return time.isoformat(timespec="seconds" if seconds else "minutes")
