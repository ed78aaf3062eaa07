"""As-of moments: a date counts to its end, a number counts records, anything else is refused."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdb.errors import UsageError
from memdb.records.moments import NOW, moment

dates = st.dates(min_value=date(1900, 1, 1), max_value=date(2100, 1, 1))


@given(dates, st.integers(0, 23), st.integers(-3, 3))
def test_a_date_sees_its_whole_day_and_nothing_of_the_next(day: date, hour: int, offset: int):
    other = day + timedelta(days=offset)
    assert moment(day.isoformat()).sees(f"{other.isoformat()}T{hour:02}:59", 1) == (offset <= 0)
    assert moment(day.isoformat()).sees(other.isoformat(), 1) == (offset <= 0)


@pytest.mark.parametrize(
    ("as_of", "last", "next_one"),
    [
        ("2024-02", "2024-02-29T23:59:59", "2024-03-01"),
        ("2024-04", "2024-04-30T23:59:59", "2024-05-01"),
        ("2023", "2023-12-31T23:59:59", "2024"),
        ("2024-02-29", "2024-02-29T23:59:59.999", "2024-03-01"),
        ("2024-02-29T10:00", "2024-02-29T10:00", "2024-02-29T10:01"),
        ("2024-02-29T10:00:00+02:00", "2024-02-29T08:00:00Z", "2024-02-29T08:00:01Z"),
        ("29 February 2024", "2024-02-29T23:59", "2024-03-01"),
    ],
)
def test_a_time_is_meant_to_its_end_and_includes_it(as_of: str, last: str, next_one: str):
    assert moment(as_of).sees(last, 1)
    assert not moment(as_of).sees(next_one, 1)


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_position_counts_records_whatever_their_time(position: int, other: int):
    assert moment(position).sees("2999-01-01", other) == (other <= position)


def test_a_position_may_be_written_as_text_unless_it_looks_like_a_year():
    assert moment("12") == moment(12)
    assert moment(" 12 ") == moment(12)
    assert moment("20231") == moment(20231)
    assert moment("2023") == moment("2023-12-31")


def test_a_number_after_an_at_sign_is_a_position_whatever_it_looks_like():
    assert moment("@2023") == moment(2023)
    assert moment(" @12 ") == moment("@0012") == moment(12)
    assert moment("9" * 100_000) == moment(10**100) == moment("@" + "9" * 100_000)


def test_nothing_named_is_now_and_sees_everything():
    assert moment(None) is NOW
    assert NOW.sees("9999-12-31T23:59:59", 2**40)
    assert NOW.sees(None, 1)


def test_a_record_without_a_time_counts_by_its_position_alone():
    assert moment("1999-01-01").sees(None, 5)
    assert not moment(4).sees(None, 5)


@pytest.mark.parametrize(
    "as_of",
    [
        "",
        " ",
        "soon",
        "yesterday",
        "2024-13",
        "2024-02-30",
        "12:30",
        "-5",
        "1e9",
        "²",
        "@",
        "@@1",
        "@-1",
        "@ 1",
        "@x",
        "\x00",
    ],
)
def test_a_text_that_is_no_moment_is_refused_with_what_to_write(as_of: str):
    with pytest.raises(UsageError, match=r"\Aas-of .+ write [^\n]+\Z"):
        moment(as_of)


@given(st.text(max_size=40))
def test_any_text_is_a_moment_or_refused_on_one_line(as_of: str):
    refusal = ""
    try:
        moment(as_of)
    except UsageError as error:
        refusal = str(error)
    assert "\n" not in refusal
