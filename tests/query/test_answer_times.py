"""Which time stands in place of the day of a record."""

import pytest

from memdb.query.answer_times import told
from memdb.records.evidence import EvidenceClaim, EvidencePacket
from memdb.records.tokens import terms


def record(said_at, *claims):
    shown = tuple(EvidenceClaim(text=text, event_time=when, superseded_by=None) for text, when in claims)
    return EvidencePacket(
        packet=1, stream="main", turn="1", session="1", speaker="Ana", said_at=said_at, content="", role="anchor",
        via=("bm25",), score=1.0, claims=shown,
    )  # fmt: skip


RECORDS = (
    record(
        "2022-01-21",
        ("I won the chess tournament last week!", "2022-W02"),
        ("My boat is painted red.", ""),
        ("I go sailing on Sunday.", "2022-01-23"),
    ),
    record("2022-03-05", ("The tournament was long.", "")),
)


@pytest.mark.parametrize(
    ("question", "answer", "expected"),
    [
        ("When did Ana win the tournament?", "21 January 2022", "the week before 21 January 2022"),
        ("When did Ana win the tournament?", "On 21 January, 2022", "the week before 21 January 2022"),
        ("When does Ana go sailing?", "21 January 2022", "the Sunday after 21 January 2022"),
        ("When was the boat painted?", "21 January 2022", "21 January 2022"),  # its claim tells no time
        ("When was the long tournament?", "5 March 2022", "5 March 2022"),
        ("When did Ana win the tournament?", "20 January 2022", "20 January 2022"),  # no record's day
        ("When did Ana win the tournament?", "January 2022", "January 2022"),
        ("When did Ben marry?", "21 January 2022", "21 January 2022"),  # no claim meets the question
    ],
)
def test_the_time_that_the_nearest_claim_tells_is_the_answer(question, answer, expected):
    assert told(answer, RECORDS, terms(question)) == expected


def test_without_records_the_answer_stays():
    assert told("21 January 2022", (), terms("When?")) == "21 January 2022"
