"""The period that a question names: records of that time come first, counted from the day of the question."""

from datetime import date

import pytest

import memdb
from memdb.models import FakeChatModel

BOUGHT = {
    "2026-04-03": "I bought a globe.",
    "2026-05-04": "I bought a lamp.",
    "2026-05-11": "I bought a kettle.",
    "2026-05-20": "Last week I bought a tent.",
}
MONDAY = "2026-05-25"


@pytest.fixture
def memory(tmp_path):
    with memdb.open(tmp_path / "memory.memdb") as opened:
        for day, text in BOUGHT.items():
            opened.add(text, said_at=day, session=day)
        yield opened


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("What did I buy 5 days ago?", "tent"),
        ("What did I buy three weeks ago?", "lamp"),
        ("What did I buy last month?", "globe"),
        ("What did I buy on 11 May?", "kettle"),
        ("What did I buy on 2026-05-04?", "lamp"),
        ("What did I buy in April 2026?", "globe"),
    ],
)
def test_the_record_of_the_time_that_is_asked_about_comes_first_and_answers(memory, question, thing):
    assert thing in memory.search(question, asked_at=MONDAY)[0].content
    assert thing in memory.ask(question, asked_at=MONDAY).answer


def test_the_time_that_a_record_tells_counts_as_well_as_when_it_was_said(memory):
    found = [hit.content for hit in memory.search("What did I buy two weeks ago?", asked_at=MONDAY)]
    assert set(found[:2]) == {BOUGHT["2026-05-11"], BOUGHT["2026-05-20"]}


def test_nothing_of_another_time_answers(memory):
    assert memory.ask("What did I buy yesterday?", asked_at=MONDAY).answer == "Unknown"


def test_the_day_is_that_of_the_as_of_moment_where_none_is_given(memory):
    assert "lamp" in memory.ask("What did I buy last week?", as_of="2026-05-12").answer
    assert "kettle" in memory.ask("What did I buy last week?", as_of=date(2026, 5, 18)).answer


def test_a_day_that_is_none_is_refused(memory):
    with pytest.raises(memdb.UsageError, match="write 2026-03-01"):
        memory.ask("What did I buy last week?", asked_at="2026-05")


@pytest.mark.parametrize(("question", "told"), [("What did I buy last week?", True), ("What is a kettle?", False)])
def test_a_model_is_told_the_day_where_the_question_counts_from_it(tmp_path, question, told):
    prompts = []
    with memdb.open(tmp_path / "m.memdb", reader=FakeChatModel(lambda prompt: prompts.append(prompt) or "x")) as memory:
        memory.add(BOUGHT["2026-05-11"], said_at="2026-05-11")
        memory.ask(question, reader="llm", asked_at=MONDAY)
    assert ("Today is 25 May 2026." in str(prompts)) is told
