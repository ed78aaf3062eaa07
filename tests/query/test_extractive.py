"""The reader without a model: the end of the path that was asked for, else a sentence, else "Unknown"."""

import pytest

import memdb

TALK = [
    "Ana: I live in Ghent.",
    "Ben: My sister Clara just got a job at Siemens.",
    "Ana: My manager is Petra Fox.",
    "Clara Ash: I live in Oslo.",
    "Ana: I adopted a cat called Nimbus.",
    "Ben: I am allergic to peanuts.",
]


@pytest.mark.parametrize(
    ("question", "answer", "packet"),
    [
        ("Where does Ana live?", "Ghent", 1),
        ("Who is Ana's manager?", "Petra Fox", 3),
        ("Where does Clara Ash live?", "Oslo", 4),
        ("What is Ben allergic to?", "peanuts", 6),
    ],
)
def test_a_question_for_one_value_gets_it_with_its_record(memory, talk, question: str, answer: str, packet: int):
    talk(*TALK)
    found = memory.ask(question)
    assert (found.answer, found.citations) == (answer, (packet,))
    assert found.reader == "extractive"


@pytest.mark.parametrize("profile", ["dialogue", "notes"])
def test_two_hops_follow_an_update(memory, profile: memdb.Profile):
    lines = [
        "The budget meeting is held in Room A.",
        "Room A is on the first floor.",
        "Room B is on the third floor.",
        "The budget meeting moved to Room B.",
    ]
    memory.ingest_drafts([memdb.Draft(content=line, session="s") for line in lines], profile=profile)
    found = memory.ask("On which floor is the budget meeting?")
    assert found.answer == "third floor"
    assert found.citations == (4, 3)
    assert memory.ask("On which floor is the budget meeting?", as_of=3).answer == "first floor"


def test_two_hops_of_a_fact_stream_follow_an_update(memory, tell):
    tell(
        "Tom Ash is married to Ida Moor.",
        "Ida Moor is a citizen of Norway.",
        "Ole Grann is a citizen of Chile.",
        "Tom Ash is married to Ole Grann.",
    )
    question = "What is the country of citizenship of the spouse of Tom Ash?"
    found = memory.ask(question)
    assert (found.answer, found.citations) == ("Chile", (4, 3))
    assert memory.ask(question, as_of=3).answer == "Norway"


def test_the_answer_after_an_update_is_the_current_value(memory, talk):
    talk("Ana: I live in Ghent.", "Ben: ok", "Ana: I just moved to Oslo!")
    assert memory.ask("Where does Ana live?").answer == "Oslo"
    assert memory.ask("Where does Ana live?", as_of=2).answer == "Ghent"


def test_a_question_without_support_gets_unknown_and_no_citation(memory, talk):
    talk(*TALK)
    for question in ("Zanzibar quokka?", "What is the boiling point of mercury?"):
        found = memory.ask(question)
        assert (found.answer, found.citations) == ("Unknown", ())


def test_an_empty_memory_answers_unknown(memory):
    assert memory.ask("Where does Ana live?").answer == "Unknown"


def test_a_question_that_no_path_answers_gets_the_best_supported_sentence(memory, talk):
    talk("Ben: I bake bread.", "Ana: The kiln exploded during the pottery class. It was loud.")
    found = memory.ask("What happened to the kiln in the pottery class?")
    assert found.answer == "The kiln exploded during the pottery class."
    assert found.citations == (2,)


def test_a_question_of_time_gets_the_date_of_the_event_and_not_of_today(memory):
    memory.add("I painted the barn yesterday.", speaker="Ana", said_at="2023-05-07", session="s")
    assert memory.ask("When did Ana paint the barn?").answer == "2023-05-06"


def test_an_answer_is_a_literal_piece_of_what_it_cites(memory, talk):
    talk(*TALK)
    for question in ("Where does Ana live?", "Who got a job at Siemens?", "What cat does Ana have?", "peanuts?"):
        found = memory.ask(question)
        if found.answer != "Unknown":
            assert any(found.answer in memory.show(packet)["content"] for packet in found.citations)


def test_every_citation_is_a_record_of_the_evidence(memory, talk):
    talk(*TALK)
    for question in ("Where does Ana live?", "Who is Ana's manager?", "Where does Ben's sister work?"):
        found = memory.ask(question)
        assert set(found.citations) <= {one.packet for one in found.evidence.packets}


def test_the_reader_can_be_named_and_no_other_exists(memory, talk):
    talk(*TALK)
    assert memory.ask("Where does Ana live?", reader="extractive").answer == "Ghent"
    with pytest.raises(memdb.UsageError, match="no reader named"):
        memory.ask("Where does Ana live?", reader="oracle")


def test_several_values_of_one_relation_are_all_told(talk, memory):
    talk("Ben: I am allergic to peanuts and shellfish.")
    assert memory.ask("What is Ben allergic to?").answer == "peanuts and shellfish"


def test_a_full_name_leads_to_what_was_said_of_the_first_name(talk, memory):
    talk("Ana: The treasurer is Edda Kolb.", "Ben: Edda works for Halden Bank.")
    found = memory.ask("Where does the treasurer work?")
    assert (found.answer, found.citations) == ("Halden Bank", (1, 2))


def test_what_is_said_of_a_relative_does_not_answer_for_the_speaker(talk, memory):
    talk("Ana: My sister lives in York.")
    assert memory.ask("Where does Ana live?").answer == "Unknown"
    assert memory.ask("Where does Ana's sister live?").answer == "My sister lives in York."


def test_a_clock_time_is_read_from_its_sentence_and_not_from_its_day(talk, memory):
    talk("Ana: The bakery opens at 6 am.")
    assert "6 am" in memory.ask("When does the bakery open?").answer
