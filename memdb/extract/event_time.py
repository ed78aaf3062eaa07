"""When a claim happened: the first time expression of a sentence, made absolute against the time it was said.

The grammar is the tables at the end: a pattern and what it means. A result has the precision the words have, so "last
week" is a week and "in March" a month; an expression without a reference, or with more than one meaning, gives nothing.
"""

import re
from collections.abc import Callable
from datetime import date

from memdb.extract.periods import (
    WEEKDAYS,
    Said,
    Unit,
    before,
    day_of,
    day_of_month,
    day_of_year,
    month_of_year,
    parsed,
    shifted,
    weekday,
)

Match = re.Match[str]
Meaning = Callable[[Match, Said], str]

_COUNTS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: number for number, word in enumerate(_COUNTS) if word} | {"a": 1, "an": 1, "couple": 2}
_SHORT_MONTHS = "jan feb mar apr jun jul aug sep sept oct nov dec".split()
_FULL_MONTHS = "january february march april may june july august september october november december".split()
_UNITS: dict[str, Unit] = {"day": "day", "week": "week", "weekend": "weekend", "month": "month", "year": "year"}
_CUE_WORD = re.compile(r"[a-z]+|\d{4}|\d+(?=[/.])")
_PERFECT = re.compile(
    r"\b(?:haven|hasn|hadn)['\u2019]?t\b|\b(?:have|has|had)\b|['\u2019]ve\b|\bfirst time\b", re.IGNORECASE
)


def resolve_time(sentence: str, said_at: str | None) -> str:
    """The normalised event time of a claim: a day, week, month, year or "start/end", or '' where there is none.

    `said_at` is ISO 8601. Relative expressions are counted from its date as written, never from the present.
    """
    cues = _CUE_WORD.findall(sentence.lower())
    rules = [rule for needed, group in _GROUPS if not needed.isdisjoint(cues) for rule in group]
    if any(cue.isdigit() for cue in cues):
        rules += _NUMERIC
    if not rules:
        return ""
    said = Said(day_of(said_at), sentence)
    found = [(match, meaning) for pattern, meaning in rules if (match := pattern.search(sentence))]
    for match, meaning in sorted(found, key=lambda item: (item[0].start(), -len(item[0][0]))):
        try:
            if value := meaning(match, said):
                return value
        except (ValueError, OverflowError):  # 31 June, or a year outside the calendar
            continue
    return ""


# --- what the patterns mean ---


def _step(unit: Unit, offset: int) -> Meaning:
    """An expression that always means the same step: "yesterday" is one day back."""
    return lambda _, said: shifted(unit, said.day, offset) if said.day else ""


def _weekend(match: Match, said: Said) -> str:
    """Told in the past tense between weekends, "this weekend" is the one before."""
    back = said.day is not None and said.day.weekday() < WEEKDAYS.index("saturday") and said.tense == "past"
    return _step("weekend", -1 if back else 0)(match, said)


def _counted(sign: int) -> Meaning:
    """Two weeks ago is the second week before this one."""

    def meaning(match: Match, said: Said) -> str:
        steps = sign * _number(match["count"])
        return shifted(_UNITS[match["unit"].lower()], said.day, steps) if said.day else ""

    return meaning


def _counted_ahead(match: Match, said: Said) -> str:
    """In "I'll go in two weeks" it is a time; in "I read it in two weeks" a duration."""
    return "" if said.tense == "past" or _PERFECT.search(said.sentence) else _counted(+1)(match, said)


def _number(count: str) -> int:
    word = count.lower().removeprefix("a ").removesuffix(" of")
    return int(word) if word.isdigit() else _NUMBERS[word]


def _until_now(match: Match, said: Said) -> str:
    """The span of "over the past two weeks"; "a few" are three."""
    if said.day is None:
        return ""
    steps = 3 if match["few"] else _number(match["count"] or "one")
    return f"{before(_UNITS[match['unit'].lower()], said.day, steps)}/{said.day.isoformat()}"


def _weekday(match: Match, said: Said) -> str:
    name = match["weekday"]
    return weekday(name, said, which=_which(match)) if len(name) > 5 or name[0].isupper() else ""  # noqa: PLR2004


def _day(match: Match, said: Said) -> str:
    if not _is_month(match):
        return ""
    if year := match["year"]:
        return parsed(f"{int(match['day'])} {match['month']} {year}")
    return day_of_year(int(match["day"]), match["month"], said)


def _days(match: Match, said: Said) -> str:
    """The span of "May 6-7"."""
    first = _day(match, said)
    last = date.fromisoformat(first).replace(day=int(match["last"])).isoformat() if first else ""
    return f"{first}/{last}" if first < last else ""


def _day_of_month(match: Match, said: Said) -> str:
    return day_of_month(int(match["day"]), said)


def _month(match: Match, said: Said) -> str:
    fields = match.groupdict()
    if fields.get("year"):
        return parsed(f"1 {match['month']} {match['year']}")[:7]
    year = (fields.get("which_year") or "").lower()
    return month_of_year(match["month"], said, which=_which(match), year=year) if _is_month(match) else ""


def _which(match: Match) -> str:
    """The direction a match names: "last", "this", "next" or ''."""
    which = (match.groupdict().get("which") or "").lower()
    return {"this past": "last", "past": "last", "this coming": "next"}.get(which, which)


def _is_month(match: Match) -> bool:
    """Whether "may", "march" and short forms are months: they have a capital, or their company says so."""
    fields = match.groupdict()
    word = match["month"]
    if word[0].isupper() or any(fields.get(name) for name in ("year", "ordinal", "which", "which_year")):
        return True
    return word.lower() in _FULL_MONTHS and word.lower() not in {"may", "march"}


def _numeric(match: Match, said: Said) -> str:
    """Dates like 5/23/2023 or 23.5.; 5/7/2023 has two readings and gives nothing."""
    one, two = int(match["one"]), int(match["two"])
    day, month = (two, one) if two > 12 else (one, two)  # noqa: PLR2004 - months
    if day <= 12 and day != month:  # noqa: PLR2004 - months
        return ""
    if match["year"]:
        return date(int(match["year"]), month, day).isoformat()
    return day_of_year(day, _FULL_MONTHS[month - 1], said) if month >= 1 else ""


def _iso(match: Match, _: Said) -> str:
    return date(int(match["year"]), int(match["one"]), int(match["two"])).isoformat()


def _years(match: Match, _: Said) -> str:
    """A year, or the span of "from 2010 to 2014", which has to end after it begins."""
    year, last = match["year"], match.groupdict().get("last")
    if last is None:
        return year
    return f"{year}/{last}" if year < last else ""


# --- the grammar ---

_MONTH = rf"(?P<month>(?:{'|'.join(_FULL_MONTHS + _SHORT_MONTHS)})\b)\.?"
_YEAR = r"(?P<year>(?:19|20)\d\d)\b(?![-%/]|[.,]\d)"
_DAY = r"(?P<day>[0-3]?\d)(?P<ordinal>st|nd|rd|th)?\b"
# In "Friday, May 12" the date decides.
_NO_DATE = rf"(?!,? (?:the )?(?:\d\d?(?:st|nd|rd|th)? (?:of )?)?(?:{'|'.join(_FULL_MONTHS + _SHORT_MONTHS)})\b)"
_WEEKDAY = rf"(?P<weekday>{'|'.join(WEEKDAYS)})\b{_NO_DATE}"
_SHORT_WEEKDAY = r"(?P<weekday>mon|tues?|wed|thu(?:rs)?|fri|sat|sun)\b"
_COUNT = rf"(?P<count>\d{{1,3}}|(?:a )?couple(?: of)?|{'|'.join(word for word in _NUMBERS if word != 'couple')})"
_UNIT = rf"(?P<unit>{'|'.join(_UNITS)})s?\b"
_PART = "(?:morning|afternoon|evening|night)"
_LAST = "(?:last|this past|past)"
_NEXT = "(?:next|this coming)"
_WHICH = "(?P<which>last|this past|past|this coming|this|next)"
_PREPOSITION = "(?:in|since|by|until|till|during|of|from|around|early|late|mid)"
_AMOUNT = "(?:people|words|steps|dollars|euros|pounds|meters|metres|miles|km|pieces|calories|pages|times|hours)"


def _compiled(table: dict[str, Meaning]) -> list[tuple[re.Pattern[str], Meaning]]:
    return [(re.compile(rf"\b(?:{pattern})", re.IGNORECASE), meaning) for pattern, meaning in table.items()]


_DAYS: dict[str, Meaning] = {
    r"the day before yesterday": _step("day", -2),
    rf"(?<!day before )yesterday|last {_PART}": _step("day", -1),
    r"today|tonight|this (?:morning|afternoon|evening)": _step("day", 0),
    r"the day after tomorrow": _step("day", +2),
    r"(?<!day after )tomorrow": _step("day", +1),
}
_WEEKDAYS: dict[str, Meaning] = {
    rf"(?:(?<=on )|{_WHICH} ){_WEEKDAY}": _weekday,
    rf"(?:(?<=on )|{_WHICH} ){_SHORT_WEEKDAY}": _weekday,
    rf"(?<!every )(?<!each )(?<!black )(?<!good )(?<!by )(?<!a ){_WEEKDAY}(?= {_PART}\b|[.,;!?]|$)": _weekday,
}
_PERIODS: dict[str, Meaning] = {
    rf"(?:in|over|during|within|for) the (?:last|past) (?:(?:{_COUNT}|(?P<few>few|several)) )?{_UNIT}": _until_now,
    rf"{_LAST} week\b(?! before)|the previous week\b": _step("week", -1),
    r"(?:this|the current) week\b": _step("week", 0),
    rf"(?:{_NEXT}|the coming) week\b": _step("week", +1),
    r"week before last\b": _step("week", -2),
    rf"{_LAST} weekend\b": _step("weekend", -1),
    r"(?:this|over the) weekend\b": _weekend,
    rf"{_NEXT} weekend\b": _step("weekend", +1),
    rf"{_LAST} month\b": _step("month", -1),
    r"this month\b": _step("month", 0),
    rf"{_NEXT} month\b": _step("month", +1),
    r"month before last\b": _step("month", -2),
    rf"{_LAST} year\b": _step("year", -1),
    r"this year\b": _step("year", 0),
    rf"{_NEXT} year\b": _step("year", +1),
    r"year before last\b": _step("year", -2),
    rf"{_COUNT} {_UNIT} ago\b": _counted(-1),
    rf"{_COUNT} {_UNIT} from (?:now|today)\b": _counted(+1),
    rf"in {_COUNT} {_UNIT}(?! old\b)": _counted_ahead,
}
_MONTHS: dict[str, Meaning] = {
    rf"{_DAY}(?: of)? {_MONTH}(?:,? {_YEAR})?": _day,
    rf"{_MONTH} (?:the )?{_DAY}(?![:%]|[.,]\d)(?:,? {_YEAR})?": _day,
    rf"{_MONTH} {_DAY} ?[-\u2013] ?(?P<last>[0-3]?\d)\b(?:,? {_YEAR})?": _days,
    rf"{_MONTH},? (?:of )?{_YEAR}": _month,
    rf"{_MONTH} (?:of )?(?P<which_year>last|this|next) year\b": _month,
    rf"{_WHICH} {_MONTH}(?! \d)": _month,
    rf"{_PREPOSITION}[ -](?:early |late |mid[ -])?{_MONTH}(?!,? (?:of )?(?:\d|(?:last|this|next) year))": _month,
}
_DAYS_OF_MONTH: dict[str, Meaning] = {
    r"(?<=on )the (?P<day>[0-3]?\d)(?:st|nd|rd|th)(?= and\b| at\b|[.,;!?]|$)": _day_of_month,
}
_NUMBERED: dict[str, Meaning] = {
    r"(?P<year>(?:19|20)\d\d)[-/.](?P<one>\d\d?)[-/.](?P<two>\d\d?)\b": _iso,
    r"(?P<one>\d\d?)[/.](?P<two>\d\d?)[/.](?P<year>(?:19|20)\d\d)\b": _numeric,
    r"(?:(?<=on )|(?<=since )|(?<=until ))(?P<one>\d\d?)/(?P<two>\d\d?)\b(?P<year>)(?!/)": _numeric,
    rf"from {_YEAR} (?:to|until|through) (?P<last>(?:19|20)\d\d)\b": _years,
    rf"(?:{_PREPOSITION}|till|year|summer|winter|spring|fall|autumn)[ -]{_YEAR}(?! {_AMOUNT}\b)": _years,
}
# A rule is tried only where the sentence has one of the words it needs; most sentences have none of any group.
_GROUPS = (
    (frozenset("today tonight yesterday tomorrow morning afternoon evening night".split()), _compiled(_DAYS)),
    (frozenset(WEEKDAYS).union("mon tue tues wed thu thurs fri sat sun".split()), _compiled(_WEEKDAYS)),
    (frozenset(unit + ending for unit in _UNITS for ending in ("", "s")), _compiled(_PERIODS)),
    (frozenset(_FULL_MONTHS + _SHORT_MONTHS), _compiled(_MONTHS)),
    (frozenset("st nd rd th".split()), _compiled(_DAYS_OF_MONTH)),
)
_NUMERIC = _compiled(_NUMBERED)
