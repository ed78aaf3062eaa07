"""Stage 9: of records about the same thing the newer comes first, where the question asks how things are."""

import pytest

import memdb

RUNS = (
    ("My fastest time in the harbour run is 27:12, and I want to beat it.", "2026-02-01"),
    ("In the harbour run I got my time down to 25:50 last weekend.", "2026-05-01"),
)
OTHERS = tuple((f"The {thing} needs paint.", "2026-06-01") for thing in ("fence", "shed", "gate", "boat", "door"))


@pytest.fixture
def memory(tmp_path):
    """A memory in which somebody tells a time twice, among other things."""
    with memdb.open(tmp_path / "memory.memdb") as opened:
        for text, day in (*RUNS, *OTHERS):
            opened.add(text, speaker="Ana", said_at=day, session=day)
        yield opened


def first(memory, question, **options):
    """The first record of a read."""
    return memory.read(question, **options).packets[0].content


def test_the_newer_of_two_records_about_the_same_thing_comes_first(memory):
    assert first(memory, "What is my fastest time in the harbour run?", asker="Ana") == RUNS[1][0]


@pytest.mark.parametrize("asks", ["What was my fastest time in the harbour run before?", "When was my fastest run?"])
def test_a_question_about_the_past_or_for_a_time_leaves_the_order(memory, asks):
    assert first(memory, asks, asker="Ana") == RUNS[0][0]


def test_a_newer_record_about_something_else_stays_behind(memory):
    ranked = [hit.content for hit in memory.search("What is my fastest time in the harbour run?")]
    assert set(ranked[:2]) == {RUNS[0][0], RUNS[1][0]}


def test_the_order_as_of_a_moment_is_that_of_what_was_said_by_then(memory):
    assert first(memory, "What is my fastest time in the harbour run?", asker="Ana", as_of="2026-03-01") == RUNS[0][0]


def test_records_without_a_time_keep_their_places(tmp_path):
    with memdb.open(tmp_path / "timeless.memdb") as memory:
        drafts = [memdb.Draft(content=text, session="s", turn=str(n)) for n, (text, _) in enumerate(RUNS)]
        memory.ingest_drafts(drafts)
        assert first(memory, "What is my fastest time in the harbour run?") == RUNS[0][0]
