"""A time told in the words of a question: what held then is the answer."""

import pytest

import memdb
from memdb.query.told_time import time_told


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Where did Ana live in May?", "--05"),
        ("Where did Ana live in May 2025?", "2025-05"),
        ("Who was Ana's manager on 5 March 2025?", "2025-03-05"),
        ("Who was Ana's manager on March 5th, 2025?", "2025-03-05"),
        ("Who was Ana's manager in early March 2025?", "2025-03-10"),
        ("Where did Ana live in 2024?", "2024"),
        ("Where did Ana live by 2024-06?", "2024-06"),
        ("Where does Ana live?", ""),
        ("When did Ana move in May?", ""),
        ("What is planned in May?", ""),
    ],
)
def test_a_question_about_the_past_tells_its_time(question: str, told: str):
    assert time_told(question) == told


@pytest.fixture
def moved(memory):
    drafts = [
        ("2024-12-05", "I live in Ghent."),
        ("2025-02-03", "I moved to Lyon."),
        ("2025-04-20", "I moved to Oslo."),
    ]
    memory.ingest_drafts([memdb.Draft(content=text, session=day, speaker="Ana", said_at=day) for day, text in drafts])
    return memory


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where did Ana live in March 2025?", "Lyon"),
        ("Where did Ana live in January?", "Ghent"),
        ("Where did Ana live in December?", "Ghent"),
        ("Where did Ana live in early February 2025?", "Lyon"),
        ("Where did Ana live in November 2024?", "Unknown"),
        ("Where does Ana live?", "Oslo"),
    ],
)
def test_what_held_at_a_time_told_in_words_is_the_answer(moved, question: str, answer: str):
    assert moved.ask(question).answer == answer


def test_a_day_that_does_not_exist_tells_no_time(moved):
    assert moved.ask("Where did Ana live on 31 February 2025?").answer
