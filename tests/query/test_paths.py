"""Closure paths: the chain of statements that the question asks for, in the order it names them."""

import pytest

FACTS = [
    "Pellworks was founded by Bo Ek.",
    "Bo Ek is married to Cy Moor.",
    "Pellworks is married to Dana Holt.",
    "Dana Holt was founded by Eli Sund.",
    "Bo Ek was born in the city of Turku.",
    "Bo Ek is a citizen of Finland.",
    "Bo Ek works in the field of botany.",
    "Cy Moor was born in the city of Hull.",
]


@pytest.mark.parametrize(
    ("question", "answer", "hops"),
    [
        ("Who founded Pellworks?", "Bo Ek", 1),
        ("Who is the spouse of the founder of Pellworks?", "Cy Moor", 2),
        ("Who is the founder of the spouse of Pellworks?", "Eli Sund", 2),
        ("In which city was the founder of Pellworks born?", "Turku", 2),
        ("What is the country of citizenship of the founder of Pellworks?", "Finland", 2),
        ("In which city was the spouse of the founder of Pellworks born?", "Hull", 3),
        ("What field does the founder of Pellworks work in?", "botany", 2),
    ],
)
def test_a_chain_is_followed_in_the_order_of_the_question(memory, tell, question: str, answer: str, hops: int):
    tell(*FACTS)
    found = memory.ask(question)
    assert found.answer == answer
    assert len(found.citations) == hops


def test_the_citations_are_the_chain_in_the_order_of_the_reasoning(memory, tell):
    tell(*FACTS)
    assert memory.ask("In which city was the spouse of the founder of Pellworks born?").citations == (1, 2, 8)


def test_a_kind_of_thing_that_no_path_ends_in_is_not_answered_with_another(memory, tell):
    tell("Bo Ek was born in the city of Turku.")
    assert memory.ask("Which religion is Bo Ek affiliated with?").answer != "Turku"
