import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdb.importers.dates import DateError, iso, only_day


@pytest.mark.parametrize(
    "given_date",
    [
        "2026-05-08",
        "2026-05-08T13:56",
        "2026-05-08T13:56:01.25Z",
        "2026-05-08T13:56:00+02:00",
        "2026-05-08T13:56:00-0330",
    ],
)
def test_iso_is_kept_as_given(given_date):
    assert iso(f" {given_date} ") == given_date


@pytest.mark.parametrize(
    ("given_date", "expected"),
    [
        ("1:56 pm on 8 May, 2023", "2023-05-08T13:56:00"),
        ("12:09 am on 13 September, 2023", "2023-09-13T00:09:00"),
        ("2023/05/30 (Tue) 23:40", "2023-05-30T23:40:00"),
        ("2023/5/8", "2023-05-08"),
        ("2023-05-08 13:56", "2023-05-08T13:56:00"),
        ("2023-05-08 13:56:00+02:00", "2023-05-08T13:56:00+02:00"),
        ("Wednesday, 5 November 2025", "2025-11-05"),
        ("Mon, 8 May 2023 13:56:00 +0200", "2023-05-08T13:56:00+02:00"),
        ("13/04/2023", "2023-04-13"),
        ("4/4/2023", "2023-04-04"),
        ("8 May 2023 10:00 EST", "2023-05-08T10:00:00"),
        ("20230508", "2023-05-08"),
        ("202305081356", "2023-05-08T13:56:00"),
        ("20230508T135600Z", "2023-05-08T13:56:00+00:00"),
        ("2023-W18-1", "2023-05-01"),
        ("", None),
        ("1767225600.25", "2026-01-01T00:00:00.250000Z"),
        ("1767225600000", "2026-01-01T00:00:00Z"),
        (1767225600, "2026-01-01T00:00:00Z"),
        (1767225600.5, "2026-01-01T00:00:00.500000Z"),
        (1767225600000, "2026-01-01T00:00:00Z"),
    ],
)
def test_other_ways_become_iso_without_an_invented_zone(given_date, expected):
    assert iso(given_date) == expected


@pytest.mark.parametrize(
    "given_date",
    [
        "last week",
        "Tuesday",
        "10am",
        "12",
        "May 2023",
        "2023",
        "2023-05",
        "2023-02-30",
        "2023-13-01",
    ],
)
def test_what_names_no_one_day_is_not_a_date(given_date):
    with pytest.raises(DateError, match="is not a date"):
        iso(given_date)


@pytest.mark.parametrize(
    "given_date",
    [
        "2023-05-08T25:00",
        "2023/14/01",
        "8 May 2023 10:00 +99:99",
        "00:99999999999999999999999999999",
        "101225",
        "12.5",
        "9" * 30,
        "x" * 999,
        5,
        0.0,
        float("nan"),
        float("inf"),
        -1767225600,
    ],
)
def test_what_is_out_of_range_is_not_a_date(given_date):
    with pytest.raises(DateError, match="is not a date"):
        iso(given_date)


def test_a_date_that_could_be_two_is_not_guessed():
    with pytest.raises(DateError, match="could be two dates"):
        iso("03/04/2023")


@given(st.text())
def test_any_text_is_a_date_or_a_date_error(text):
    try:
        found = iso(text)
    except DateError:
        return
    assert found is None or found[4] == "-"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-03-08 Sunday", "2026-03-08"),
        ("notes-2026-03-08", None),
        ("Meeting 2026-03-08 14:30", "2026-03-08T14:30"),
        ("2026-03-08 to 2026-03-09", None),
        ("2026-02-30", None),
        ("12026-03-081", None),
        ("Sunday, 8 March 2026", "2026-03-08"),
        ("March 8th, 2026", "2026-03-08"),
        ("8 March 2026 and 9 March 2026", None),
        ("30 Feb 2026", None),
        ("Order 20260308", None),
    ],
)
def test_a_heading_gives_a_day_only_if_it_has_one(text, expected):
    assert only_day(text) == expected
