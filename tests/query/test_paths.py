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


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        # "Located" is said of a continent too, but here it is a part of "headquarters located".
        ("Where is the headquarters location of the institution where Ida Kruse got her education?", "Lund"),
        # The head of state could be what is "official", and speak a language.
        ("Which language is recognized as the official language of the country Ida Kruse has citizenship of?", "Osmic"),
        ("What is the country of citizenship of Ida Kruse?", "Tarvia"),
        ("What kind of work does Ida Kruse do?", "geology"),
    ],
)
def test_words_that_one_relation_answers_are_not_spread_over_a_longer_chain(memory, tell, question: str, answer: str):
    tell(
        "The univeristy where Ida Kruse was educated is Lund University.",
        "The headquarters of Lund University is located in the city of Lund.",
        "Lund is located in the continent of Europe.",
        "Ida Kruse is a citizen of Tarvia.",
        "The official language of Tarvia is Osmic.",
        "The name of the current head of state in Tarvia is Ole Grann.",
        "Ole Grann speaks the language of Dutch.",
        "Ole Grann is a citizen of Brenholm.",
        "Ida Kruse works in the field of geology.",
    )
    assert memory.ask(question).answer == answer


def test_a_word_goes_to_the_relation_that_it_tells_of_before_one_that_it_only_asks_for(memory, tell):
    tell(
        "The author of Night Ferry is Ada Moor.",
        "Night Ferry was created by Bo Ek.",
    )
    assert memory.ask("Who was Night Ferry created by?").answer == "Bo Ek"
    assert memory.ask("Who wrote Night Ferry?").answer == "Ada Moor"


def test_a_name_goes_before_a_common_noun_that_is_a_subject_too(memory, tell):
    tell(
        "center is associated with the sport of bandy.",
        "bandy was created in the country of Norway.",
        "The capital of Norway is Oslo.",
        "Ida Kruse is a citizen of Tarvia.",
        "The capital of Tarvia is Sarnow.",
    )
    assert memory.ask("Which city is the center of government in the country where Ida Kruse lives?").answer == "Sarnow"
    assert memory.ask("Which sport is center associated with?").answer == "bandy"


def test_a_chain_does_not_end_in_what_nothing_asks_for(memory, tell):
    tell("Ada Moor is married to Bo Ek.", "Bo Ek works in the field of botany.", "Bo Ek was born in the city of Turku.")
    assert memory.ask("Who is Ada Moor married to?").answer == "Bo Ek"
    assert memory.ask("What is the shoe size of the spouse of Ada Moor?").answer not in {"botany", "Turku"}
