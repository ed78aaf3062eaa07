"""Clauses that end a value without naming it: a new case is an example in patterns.toml."""

import pytest

from memdb.extract.endings import ended, examples


@pytest.mark.parametrize("example", examples())
def test_an_example_ends_what_it_says(example):
    sentence, wanted = example.split(" => ")
    found = [
        f"{'' if one.positive else '~ '}{one.subject} | {one.relation} | {one.object}"
        for one in ended(sentence.rstrip("."))
    ]
    assert "; ".join(found) == wanted


@pytest.mark.parametrize(
    "clause", ["I quit smoking", "I quit Northwind", "The lights are off-white", "I sold out", "I don't have time"]
)
def test_a_clause_that_ends_no_value_is_left_alone(clause):
    assert ended(clause) == ()
