"""Guesses of what comes next, which the model checks several at a time."""

import pytest

from memdb.models import ChatRequest, Message
from memdb.models.llama_drafting import Drafter


def test_what_came_after_the_same_tokens_is_guessed_again():
    assert Drafter([1, 2, 3, 4, 5, 6, 1, 2, 3]).draft() == [4, 5, 6, 1]


def test_the_last_time_counts():
    assert Drafter([1, 2, 3, 4, 1, 2, 3, 7, 8, 9, 9, 1, 2, 3]).draft() == [7, 8, 9, 9]


def test_nothing_is_guessed_of_what_was_never_seen():
    assert Drafter([1, 2, 3, 4]).draft() == []
    assert Drafter([]).draft() == []


def test_an_answer_becomes_part_of_what_is_known():
    drafter = Drafter([9])
    for token in (1, 2, 3, 4, 5, 1, 2, 3):
        drafter.add(token)
    assert drafter.draft()[:2] == [4, 5]


def test_drafts_grow_while_they_are_right_and_shrink_when_not():
    drafter = Drafter(list(range(50)) * 2 + [0, 1, 2])
    assert len(drafter.draft()) == 4
    for _ in range(5):
        drafter.judge(guessed=4, right=4)
    assert len(drafter.draft()) == 16
    for _ in range(9):
        drafter.judge(guessed=4, right=1)
    assert len(drafter.draft()) == 2


ECHO = "The keeper counted gulls on the north rail while the fog bell rang nine times."


@pytest.mark.parametrize("options", [{}, {"temperature": 0.7, "seed": 3}, {"grammar": "root ::= [A-Za-z .]+"}])
def test_drafts_do_not_change_an_answer(smollm2, monkeypatch, options):
    asked = ChatRequest(
        messages=(Message(role="user", content=f"Repeat this, twice: {ECHO} {ECHO}"),), max_tokens=40, **options
    )
    drafted = smollm2.complete(asked)
    batches = []
    with smollm2._engine.use() as engine:
        extend = engine.extend
        monkeypatch.setattr(
            engine, "extend", lambda tokens, **limits: (batches.append(len(tokens)), extend(tokens, **limits))
        )
        assert smollm2.complete(asked).text == drafted.text
        assert max(batches) > 1  # several tokens were checked at once
        monkeypatch.setattr(Drafter, "draft", lambda _self: [])
        batches.clear()
        assert smollm2.complete(asked).text == drafted.text
        assert set(batches) == {1}
