"""Times of claims against the day they were said, for any text and any day."""

import re
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdb.extract.event_time import resolve_time

DAY = r"\d{4}-\d\d-\d\d"
NORMAL = re.compile(rf"(?:{DAY}(?:/{DAY})?|\d{{4}}-\d\d|\d{{4}}-W\d\d|\d{{4}}|\d{{4}}/\d{{4}})?")

# Expressions that move with the day, by the days a result may be shifted: all but months and years.
BY_WEEKS = [
    "I went yesterday.",
    "We met today.",
    "I'll go tomorrow.",
    "I saw it last night.",
    "the day before yesterday",
    "ten days ago",
    "a couple of days ago",
    "We met last Friday.",
    "See you next Tuesday.",
    "I saw her on Sunday.",
    "I'll see her on Sunday.",
    "last weekend",
    "We hiked this weekend.",
    "next weekend",
]
WEEKS = ["last week", "this week", "next week", "two weeks ago", "I'll move in three weeks", "the week before last"]
days = st.dates(min_value=date(1950, 1, 1), max_value=date(2090, 1, 1))
pieces = st.sampled_from(
    [
        *"0123456789",
        " ",
        "-",
        "/",
        ".",
        ",",
        "in ",
        "on ",
        "last ",
        "next ",
        "this ",
        " ago",
        "of ",
        "th",
        "May ",
        "may ",
    ]
)


def _moved(value: str, weeks: int) -> str:
    return "/".join((date.fromisoformat(part) + timedelta(weeks=weeks)).isoformat() for part in value.split("/"))


@given(sentence=st.sampled_from(BY_WEEKS), said=days, weeks=st.integers(-500, 500))
def test_shifting_the_said_day_by_whole_weeks_shifts_the_result_alike(sentence: str, said: date, weeks: int):
    before = resolve_time(sentence, said.isoformat())
    after = resolve_time(sentence, (said + timedelta(weeks=weeks)).isoformat())
    assert before
    assert after == _moved(before, weeks)


@given(sentence=st.sampled_from(WEEKS), said=days, weeks=st.integers(-500, 500))
def test_week_expressions_shift_by_whole_iso_weeks(sentence: str, said: date, weeks: int):
    before = date.fromisoformat(resolve_time(sentence, said.isoformat()) + "-1")
    after = date.fromisoformat(resolve_time(sentence, (said + timedelta(weeks=weeks)).isoformat()) + "-1")
    assert after - before == timedelta(weeks=weeks)


@given(
    sentence=st.sampled_from(BY_WEEKS + WEEKS + ["last month", "next year", "in March", "on May 7th", "3 years ago"])
)
def test_a_relative_expression_without_a_said_day_gives_nothing(sentence: str):
    assert resolve_time(sentence, None) == ""


@settings(max_examples=300)
@given(
    sentence=st.one_of(st.text(), st.lists(pieces, max_size=12).map("".join)),
    said=st.one_of(st.none(), st.datetimes().map(lambda moment: moment.isoformat()), st.text(max_size=12)),
)
def test_any_text_gives_nothing_or_a_normal_form(sentence: str, said: str | None):
    value = resolve_time(sentence, said)
    assert NORMAL.fullmatch(value)
    for day in re.findall(DAY, value):
        assert date.fromisoformat(day)


@pytest.mark.parametrize(
    "said_at", ["2023-05-07", "2023-05-07T23:59:59", "2023-05-07T00:30:00+14:00", "2023-05-07T23:30Z"]
)
def test_yesterday_is_counted_from_the_date_as_written(said_at: str):
    assert resolve_time("I went there yesterday.", said_at) == "2023-05-06"
