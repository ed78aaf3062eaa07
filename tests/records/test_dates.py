"""Times of files and users: read once, kept as given, compared as UTC."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdb.records.dates import parse_time, sort_key

zones = st.one_of(st.none(), st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes))))
moments = st.datetimes(min_value=datetime(1900, 1, 1), max_value=datetime(2100, 1, 1), timezones=zones)  # noqa: DTZ001 - hypothesis adds the zone


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("1:56 pm on 8 May, 2023", "2023-05-08T13:56"),
        ("2021/06/01 (Tue) 21:10", "2021-06-01T21:10"),
        ("Mon, 05 Jan 2026 10:00:00 +0100", "2026-01-05T10:00:00+01:00"),
        ("Mon Jan 5 10:00:00 EST 2026", "2026-01-05T10:00:00-05:00"),
        ("8 May 2023", "2023-05-08"),
        ("May 2023", "2023-05"),
        ("2023", "2023"),
        ("5/7/23, 9:41 PM", "2023-05-07T21:41"),
        ("20230507", "2023-05-07"),
        ("1683456789", "2023-05-07T10:53:09Z"),
        ("1683456789.0002", "2023-05-07T10:53:09.000200Z"),
        ("1683456789123", "2023-05-07T10:53:09.123000Z"),
        (" 2023-05-07 ", "2023-05-07"),
    ],
)
def test_a_written_time_becomes_iso_with_the_precision_and_zone_it_has(text: str, iso: str):
    assert parse_time(text) == iso


@pytest.mark.parametrize(
    "text",
    [
        "2023-05-07",
        "2023-05",
        "2023-05-07T10:00",
        "2023-05-07 10:00:00",
        "2023-05-07T10:00:00Z",
        "2023-05-07T10:00:00.123456+05:30",
    ],
)
def test_iso_input_comes_back_unchanged(text: str):
    assert parse_time(text) == text


@pytest.mark.parametrize("text", ["", "hello", "8 May", "Monday", "10:30", "2023-02-30", "2023-05-07Z", "a", "x" * 500])
def test_a_text_that_gives_no_full_date_is_no_time(text: str):
    assert parse_time(text) is None


def test_day_first_reads_an_ambiguous_date_the_other_way():
    assert parse_time("05/07/2023") == "2023-05-07"
    assert parse_time("05/07/2023", day_first=True) == "2023-07-05"


@given(moments)
def test_every_iso_time_is_read_and_sorts_as_its_utc_moment(moment: datetime):
    text = moment.isoformat()
    utc = moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    assert parse_time(text) == text
    assert sort_key(text) == utc.replace(tzinfo=None).isoformat(timespec="microseconds")


@given(moments, moments)
def test_keys_order_as_moments_do(one: datetime, two: datetime):
    first, second = (m.replace(tzinfo=m.tzinfo or UTC) for m in (one, two))
    assert (sort_key(one.isoformat()) < sort_key(two.isoformat())) == (first < second)


def test_a_date_sorts_at_the_start_of_its_day_and_no_time_before_everything():
    assert sort_key(None) == sort_key("soon") == ""
    assert sort_key(None) < sort_key("2023") == sort_key("2023-01") == sort_key("2023-01-01")
    assert sort_key("2023-05-07") == "2023-05-07T00:00:00.000000"
    assert sort_key("2023-05-06T23:59") < sort_key("2023-05-07") < sort_key("2023-05-07T00:01")


@given(st.text(max_size=90))
def test_no_text_breaks_the_reader(text: str):
    parsed = parse_time(text)
    assert parsed is None or sort_key(parsed)


@pytest.mark.parametrize(
    "text",
    [
        "2023-05-06/2023-05-09", "2023-05-06/2023-05-01", "2023-05-06 - 2023-05-09", "2023-05-06..2023-05-09",
        "2023-05-06, 2023-05-09", "2023-05-06T10:00/12:00", "5-7 May 2023", "5 \u2013 7 May 2023",
        "May 2023 - June 2023",
    ],
)  # fmt: skip
def test_a_span_of_days_is_no_day_and_no_time_of_day_is_made_of_it(text):
    assert parse_time(text) is None


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Sat, 06 May 2023 10:00:00 -0500", "2023-05-06T10:00:00-05:00"),
        ("2023-05-06 10:00:00 -0500", "2023-05-06 10:00:00 -0500"),
        ("1:56 pm on 8 May, 2023", "2023-05-08T13:56"),
        ("2023/05/06 10:00", "2023-05-06T10:00"),
    ],
)
def test_a_day_with_marks_like_those_of_a_span_is_read(text, read):
    assert parse_time(text) == read
