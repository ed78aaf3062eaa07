"""Queries never crash: the syntax of full-text search is data.

Proved where the behaviour lives:
- every question of the list: tests/query/test_any_question.py::test_a_question_of_any_syntax_is_answered
- 100,000 characters: tests/query/test_any_question.py::test_a_question_of_a_hundred_thousand_characters_is_answered
- an empty one: tests/query/test_any_question.py::test_an_empty_question_is_refused_by_name
- any text: tests/query/test_any_question.py::test_any_text_is_answered
- marks are found: tests/query/test_any_question.py::test_what_was_said_with_marks_is_found_with_them
"""

import pytest

import memdb


@pytest.mark.parametrize("number", [2**63, 2**70, -(2**70)])
def test_a_number_beyond_sixty_four_bits_is_refused_in_one_line(tmp_path, number):
    with memdb.open(tmp_path / "memory.memdb") as memory:
        memory.add("I live in Ghent.", speaker="Ana")
        for verb in (lambda: memory.forget(packet=number), lambda: memory.show(number)):
            with pytest.raises(memdb.MemdbError) as raised:
                verb()
            assert "\n" not in str(raised.value)
        assert memory.search("Ghent", k=2**70)[0].content == "I live in Ghent."
