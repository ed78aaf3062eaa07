"""Dates in words, as exact as they are known."""

import pytest

from memdb.query.date_words import day_words, event_words

SAID = "2024-01-25T14:00:00"  # a Thursday


@pytest.mark.parametrize(
    ("said_at", "words"),
    [(SAID, "25 January 2024"), ("2024-01", "January 2024"), ("2024", "2024"), (None, ""), ("soon", "soon")],
)
def test_the_day_of_a_time_is_written_out_as_far_as_it_is_given(said_at, words):
    assert day_words(said_at) == words


@pytest.mark.parametrize(
    ("event_time", "text", "words"),
    [
        ("2024-01-24", "I sailed yesterday.", "24 January 2024"),
        ("2024-01-19", "I sailed last Friday.", "the Friday before 25 January 2024"),
        ("2024-01-30", "I sail on Tuesday.", "the Tuesday after 25 January 2024"),
        ("2024-01-25", "I sail this Thursday.", "25 January 2024"),
        ("2023-11-03", "I sailed on Friday, 3 November.", "3 November 2023"),
        ("2024-W03", "I sailed last week.", "the week before 25 January 2024"),
        ("2024-W04", "I sail this week.", "the week of 25 January 2024"),
        ("2024-W05", "I sail next week.", "the week after 25 January 2024"),
        ("2023-W40", "I sailed in October.", "the week of 2 October 2023"),
        ("2024-01-20/2024-01-21", "I sailed last weekend.", "the weekend before 25 January 2024"),
        ("2024-03-02/2024-03-03", "I sail in a month.", "the weekend of 2 March 2024"),
        ("2024-05-06/2024-05-08", "May 6-8", "6 May 2024 to 8 May 2024"),
        ("2023-12", "I sailed last month.", "December 2023"),
        ("2023", "I sailed last year.", "2023"),
        ("2023-13", "whatever", "2023-13"),
    ],
)
def test_an_event_time_is_told_as_exactly_as_people_meant_it(event_time, text, words):
    assert event_words(event_time, SAID, text) == words


def test_without_the_day_of_the_record_a_period_is_told_by_its_first_day():
    assert event_words("2024-W03", None, "I sailed last week.") == "the week of 15 January 2024"
    assert event_words("2024-01-19", None, "I sailed on Friday.") == "19 January 2024"
