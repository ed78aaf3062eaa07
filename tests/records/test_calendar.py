"""The days of a normalised time."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdb.records.calendar import days_of, is_period


@pytest.mark.parametrize(
    ("period", "first", "last"),
    [
        ("2024-02-29", "2024-02-29", "2024-02-29"),
        ("2023-W01", "2023-01-02", "2023-01-08"),
        ("2024-02", "2024-02-01", "2024-02-29"),
        ("2023", "2023-01-01", "2023-12-31"),
        ("2023-05-06/2023-05-07", "2023-05-06", "2023-05-07"),
        ("2010/2014", "2010-01-01", "2014-12-31"),
    ],
)
def test_a_period_has_a_first_and_a_last_day(period, first, last):
    assert days_of(period) == (date.fromisoformat(first), date.fromisoformat(last))


@given(st.dates(date(1000, 1, 8), date(9999, 12, 20)))
def test_every_day_lies_in_its_week_month_and_year(day):
    year, week, _ = day.isocalendar()
    for period in (f"{year:04}-W{week:02}", day.isoformat()[:7], day.isoformat()[:4], day.isoformat()):
        first, last = days_of(period)
        assert first <= day <= last
        assert last - first < timedelta(days=366)


@given(st.text(max_size=12))
def test_other_text_has_no_days_or_days_in_order(text):
    days_of(text)


@pytest.mark.parametrize("text", ["", "2023-02-30", "soon", "2023-13", "2023-W60"])
def test_what_is_no_time_has_no_days(text):
    assert days_of(text) is None


@pytest.mark.parametrize("text", ["2023", "2023-05", "2023-05-06", "2023-W18", "2023-05-06/2023-05-06", "2010/2014-03"])
def test_a_period_is_known(text):
    assert is_period(text)


@pytest.mark.parametrize(
    "text",
    [
        "2023-05-06/2023-05-05", "2024/2022", "2023-06/2023-05-31", "2023-W60", "2023-02-30", "2023/", "/2023", "",
        "2023 and then", "2023/2024/2025", "\u0662\u0660\u0662\u0663",
    ],
)  # fmt: skip
def test_an_inverted_period_and_other_text_are_none(text):
    assert not is_period(text)
