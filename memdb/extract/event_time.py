"""When a claim happened: the first time expression of a sentence, made absolute against the time it was said.

The grammar is the table `_RULES`: a pattern and what it means. A result has the precision the words have, so "last
week" is a week and "in March" a month; an expression without a reference, or without one meaning, gives nothing.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Literal

from memdb.extract.verbs import tense

Unit = Literal["day", "week", "weekend", "month", "year"]
Match = re.Match[str]

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NUMBERS: Mapping[str, int] = {
    "a": 1, "an": 1, "one": 1, "two": 2, "couple": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
# The words of which every expression has one; most sentences have none and are done after one look.
_CUES = frozenset(
    """
    today tonight yesterday tomorrow morning afternoon evening night day days week weeks weekend month months year years
    ago january february march april june july august september october november december sept
    """.split()
).union(_WEEKDAYS, _MONTHS)
_CUE_WORD = re.compile(r"[a-z]+|\d{4}|\d+(?=[/-])")

_FULL_MONTH = "january|february|march|april|may|june|july|august|september|october|november|december"
_MONTH = rf"(?P<month>(?:{_FULL_MONTH}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b)\.?"
_YEAR = r"(?P<year>(?:19|20)\d\d)\b(?![-%/]|[.,]\d)"
_DAY = r"(?P<day>[0-3]?\d)(?P<ordinal>st|nd|rd|th)?\b"
_WEEKDAY = rf"(?P<weekday>{'|'.join(_WEEKDAYS)})\b"
_COUNT = rf"(?P<count>\d{{1,3}}|(?:a )?couple(?: of)?|{'|'.join(n for n in _NUMBERS if n != 'couple')})"
_UNIT = r"(?P<unit>day|week|month|year)s?\b"
_NOT_YEARS = (
    r"(?! (?:people|words|steps|dollars|euros|pounds|meters|metres|miles|km|pieces|calories|pages|times|hours)\b)"
)


@dataclass(frozen=True, slots=True)
class _Said:
    """What an expression is read against: the day it was said, if known, and the tense of its sentence."""

    day: date | None
    sentence: str

    def tense(self) -> str:
        return tense(self.sentence)


def resolve(sentence: str, said_at: str | None) -> str:
    """The normalised event time of a claim: a day, week, month, year or "start/end", or '' where there is none.

    `said_at` is ISO 8601. Relative expressions are counted from its date as written, never from the present.
    """
    if _CUES.isdisjoint(cues := _CUE_WORD.findall(sentence.lower())) and not any(cue.isdigit() for cue in cues):
        return ""
    said = _Said(_day_of(said_at), sentence)
    found = [
        (match.start(), -len(match[0]), order, match)
        for order, rule in enumerate(_RULES)
        if (match := rule[0].search(sentence))
    ]
    for _, _, order, match in sorted(found, key=lambda item: item[:3]):
        try:
            if value := _RULES[order][1](match, said):
                return value
        except (ValueError, OverflowError):  # 31 June, or a year outside the calendar
            continue
    return ""


@lru_cache(maxsize=4096)
def _day_of(said_at: str | None) -> date | None:
    try:
        return datetime.fromisoformat(said_at).date() if said_at else None
    except ValueError:
        return None


# --- what the patterns mean ---


def _shifted(unit: Unit, day: date, offset: int) -> str:
    """The period of the given unit, `offset` units after the one that holds `day`."""
    from dateutil.relativedelta import relativedelta  # noqa: PLC0415 - only sentences with a time pay for it

    if unit == "weekend":
        saturday = day + relativedelta(weeks=offset, days=5 - day.weekday())
        return f"{saturday.isoformat()}/{(saturday + timedelta(days=1)).isoformat()}"
    steps = {f"{unit}s": offset}
    moved: date = day + relativedelta(**steps)  # type: ignore[arg-type]
    if unit == "week":
        year, week, _ = moved.isocalendar()
        return f"{year:04}-W{week:02}"
    return moved.isoformat()[: {"day": 10, "month": 7, "year": 4}[unit]]


def _fixed(unit: Unit, offset: int) -> Callable[[Match, _Said], str]:
    """An expression that always means the same step: "yesterday" is one day back."""
    return lambda _, said: _shifted(unit, said.day, offset) if said.day else ""


def _weekend(match: Match, said: _Said) -> str:
    """ "this weekend" told in the past tense on a weekday is the one before."""
    back = said.day is not None and said.day.weekday() < 5 and said.tense() == "past"  # noqa: PLR2004 - Saturday
    return _fixed("weekend", -1 if back else 0)(match, said)


def _counted(sign: int) -> Callable[[Match, _Said], str]:
    """ "two weeks ago" is the second week before this one."""

    def meaning(match: Match, said: _Said) -> str:
        count = match["count"].lower().removeprefix("a ").removesuffix(" of")
        steps = sign * (int(count) if count.isdigit() else _NUMBERS[count])
        unit: Unit = match["unit"].lower()  # type: ignore[assignment]
        return _shifted(unit, said.day, steps) if said.day else ""

    return meaning


def _counted_ahead(match: Match, said: _Said) -> str:
    """ "in two weeks" is a time only where the sentence looks ahead; "I read it in two weeks" is a duration."""
    return "" if said.tense() == "past" or _PERFECT.search(said.sentence) else _counted(+1)(match, said)


def _weekday(match: Match, said: _Said) -> str:
    if said.day is None:
        return ""
    which = (match.groupdict().get("which") or "").lower()
    back = which in {"last", "past", "this past"} or (which not in {"next", "this coming"} and said.tense() == "past")
    ahead = (_WEEKDAYS.index(match["weekday"].lower()) - said.day.weekday()) % 7
    if back:
        return _shifted("day", said.day, ahead - 7)
    return _shifted("day", said.day, ahead or (0 if which == "this" else 7))


def _absolute_day(match: Match, said: _Said) -> str:
    """ "7 May 2023", or "May 7th" in the year that lies nearest."""
    fields = match.groupdict()
    if not _is_month(match):
        return ""
    if fields.get("year"):
        return _parsed(f"{int(match['day'])} {match['month']} {match['year']}")
    if said.day is None:
        return ""
    month_day = _parsed(f"{int(match['day'])} {match['month']} 2000")[4:]
    days = [f"{said.day.year + step:04}{month_day}" for step in range(-4, 5)]  # 29 February comes every fourth year
    return _nearest([day for day in days if _day_of(day)], said)


def _absolute_month(match: Match, said: _Said) -> str:
    fields = match.groupdict()
    if fields.get("year"):
        return _parsed(f"1 {match['month']} {match['year']}")[:7]
    if said.day is None or not _is_month(match):
        return ""
    month = _parsed(f"1 {match['month']} 2000")[4:7]
    if which := (fields.get("which") or fields.get("which_year") or "").lower():
        if fields.get("which_year"):
            return f"{said.day.year + {'last': -1, 'this': 0, 'next': 1}[which]:04}{month}"
        this = said.day.isoformat()[:7]
        back = which in {"last", "past", "this past"}
        years = range(said.day.year + 1, said.day.year - 2, -1) if back else range(said.day.year, said.day.year + 2)
        months = [f"{year:04}{month}" for year in years]
        return next(m for m in months if (m < this if back else m > this or (which == "this" and m[:4] == this[:4])))
    return _nearest([f"{said.day.year + step:04}{month}" for step in (-1, 0, 1)], said)


def _is_month(match: Match) -> bool:
    """Whether "may", "march" and short forms are meant as months: written with a capital or told by their company."""
    fields = match.groupdict()
    word = match["month"]
    told = fields.get("year") or fields.get("ordinal") or fields.get("which") or fields.get("which_year")
    return bool(word[0].isupper() or told or (word.lower() not in {"may", "march"} and len(word) > 3))  # noqa: PLR2004


def _parsed(text: str) -> str:
    from dateutil import parser  # noqa: PLC0415 - only sentences with a time pay for it

    return parser.parse(text).date().isoformat()


def _nearest(values: list[str], said: _Said) -> str:
    """The value nearest the day it was said; the nearest past one where the sentence tells of the past."""
    assert said.day is not None  # noqa: S101 - both callers checked
    day, spoken = said.day, said.day.isoformat()
    when = said.tense()
    if when == "past":
        values = [value for value in values if value <= spoken] or values
    elif when == "future":
        values = [value for value in values if value >= spoken[: len(value)]] or values
    return min(values, key=lambda value: abs((date.fromisoformat(f"{value}-15"[:10]) - day).days), default="")


def _numeric(match: Match, _: _Said) -> str:
    """ "5/23/2023" and "23.5.2023"; "5/7/2023" has two meanings and gives nothing."""
    one, two = int(match["one"]), int(match["two"])
    if one == two or two > 12:  # noqa: PLR2004 - months
        return date(int(match["year"]), one, two).isoformat()
    return date(int(match["year"]), two, one).isoformat() if one > 12 else ""  # noqa: PLR2004 - months


def _iso(match: Match, _: _Said) -> str:
    return date(int(match["year"]), int(match["one"]), int(match["two"])).isoformat()


def _days_of_month(match: Match, said: _Said) -> str:
    """ "May 6-7" """
    first = _absolute_day(match, said)
    last = date.fromisoformat(first).replace(day=int(match["last"])).isoformat() if first else ""
    return f"{first}/{last}" if first < last else ""


def _rules(
    table: Mapping[str, Callable[[Match, _Said], str]],
) -> tuple[tuple[re.Pattern[str], Callable[[Match, _Said], str]], ...]:
    return tuple((re.compile(rf"\b(?:{pattern})", re.IGNORECASE), meaning) for pattern, meaning in table.items())


_PERFECT = re.compile(
    r"\b(?:haven|hasn|hadn)['\u2019]?t\b|\b(?:have|has|had)\b|['\u2019]ve\b|\bfirst time\b", re.IGNORECASE
)
_PART = "morning|afternoon|evening|night"
_PAST = "last|this past|past"
_NEXT = "next|this coming"

_RULES = _rules(
    {
        # days
        "the day before yesterday": _fixed("day", -2),
        rf"yesterday|last (?:{_PART})": _fixed("day", -1),
        r"(?<!day before )today|tonight|this (?:morning|afternoon|evening)": _fixed("day", 0),
        "the day after tomorrow": _fixed("day", +2),
        "(?<!day after )tomorrow": _fixed("day", +1),
        rf"(?:(?<=on )|(?P<which>{_PAST}|{_NEXT}|this) )(?<!on a ){_WEEKDAY}": _weekday,
        rf"(?<!every )(?<!each )(?<!black )(?<!good )(?<!by )(?<!a ){_WEEKDAY}(?= (?:{_PART})\b|[.,;!?]|$)": _weekday,
        # weeks, months, years
        rf"(?:{_PAST}) week\b(?! before)|the previous week\b": _fixed("week", -1),
        r"(?:this|the current) week\b": _fixed("week", 0),
        rf"(?:{_NEXT}|the coming) week\b": _fixed("week", +1),
        r"(?:the )?week before last\b": _fixed("week", -2),
        rf"(?:{_PAST}) weekend\b": _fixed("weekend", -1),
        r"(?:this|over the) weekend\b": _weekend,
        rf"(?:{_NEXT}) weekend\b": _fixed("weekend", +1),
        rf"(?:{_PAST}) month\b": _fixed("month", -1),
        r"this month\b": _fixed("month", 0),
        rf"(?:{_NEXT}) month\b": _fixed("month", +1),
        r"(?:the )?month before last\b": _fixed("month", -2),
        rf"(?:{_PAST}) year\b": _fixed("year", -1),
        r"this year\b": _fixed("year", 0),
        rf"(?:{_NEXT}) year\b": _fixed("year", +1),
        r"(?:the )?year before last\b": _fixed("year", -2),
        # counted
        rf"{_COUNT} {_UNIT} ago\b": _counted(-1),
        rf"{_COUNT} {_UNIT} from (?:now|today)\b": _counted(+1),
        rf"in {_COUNT} {_UNIT}(?! old\b)": _counted_ahead,
        # absolute
        r"(?P<year>(?:19|20)\d\d)[-/.](?P<one>\d\d?)[-/.](?P<two>\d\d?)\b": _iso,
        r"(?P<one>\d\d?)[/.](?P<two>\d\d?)[/.](?P<year>(?:19|20)\d\d)\b": _numeric,
        rf"{_DAY}(?: of)? {_MONTH}(?:,? {_YEAR})?": _absolute_day,
        rf"{_MONTH} (?:the )?{_DAY}(?![:%]|[.,]\d)(?:,? {_YEAR})?": _absolute_day,
        rf"{_MONTH} {_DAY} ?[-\u2013] ?(?P<last>[0-3]?\d)\b(?:,? {_YEAR})?": _days_of_month,
        rf"{_MONTH},? (?:of )?{_YEAR}": _absolute_month,
        rf"{_MONTH} (?:of )?(?P<which_year>last|this|next) year\b": _absolute_month,
        rf"(?P<which>{_PAST}|{_NEXT}|this) {_MONTH}(?! \d)": _absolute_month,
        rf"(?:in|since|by|until|till|during|early|late|mid|of|around)[ -](?:early |late |mid[ -])?{_MONTH}(?!,? (?:of )?(?:\d|(?:last|this|next) year))": _absolute_month,
        rf"from {_YEAR} (?:to|until|through) (?P<last>(?:19|20)\d\d)\b": lambda m, _: f"{m['year']}/{m['last']}",
        rf"(?:in|since|by|until|till|during|of|from|around|early|late|mid|year|summer|winter|spring|fall|autumn)[ -]{_YEAR}{_NOT_YEARS}": (
            lambda m, _: m["year"]
        ),
    }
)
