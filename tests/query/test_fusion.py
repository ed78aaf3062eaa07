"""Stage 5, fusion: a value that has been replaced never ranks above the one in force."""

import pytest

from memdb.query.state import ReadState

FILLER = [f"Ben: The weather report number {n} was dull." for n in range(6)]


def places(state: ReadState) -> list[int]:
    return [one.packet for one in state.pool]


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        ("Where does Ana live?", "I live in Ghent.", "I moved to Oslo."),
        ("Where does Ana work?", "I work at Northwind.", "I joined Initech."),
        ("Who is Ana's manager?", "My manager is Petra Fox.", "My manager is Deniz Yilmaz now."),
        ("Who is Ana's manager?", "My manager is Petra Fox, my manager of many years.", "My manager is Bo Ek."),
        ("What is Ana's phone number?", "My phone number is 555-0001.", "My phone number changed to 555-0142."),
    ],
)
def test_the_current_value_outranks_the_one_it_replaced(talk, after, question: str, old: str, new: str):
    talk(f"Ana: {old}", *FILLER, f"Ana: {new}")
    ranked = places(after("sources", question))
    assert ranked[0] == 8
    assert 1 not in ranked or ranked.index(8) < ranked.index(1)


def test_a_replaced_value_loses_what_its_words_gained_unless_the_past_is_asked_for(talk, after):
    talk("Ana: I work at Northwind.", *FILLER, "Ana: I joined Initech.")
    for question, loses in (("Where does Ana work?", True), ("Where did Ana previously work?", False)):
        state = after("fusion", question)
        before = {one.packet: one.score for one in state.lexical}
        fused = {one.packet: one.score for one in state.candidates}
        assert (fused[1] < before[1]) == loses


def test_an_old_archive_imported_later_does_not_rank_as_current(memory, after):
    memory.add("I live in Oslo.", speaker="Ana", said_at="2024-05-01", session="new")
    memory.add("I live in Ghent.", speaker="Ana", said_at="2020-05-01", session="old")
    assert places(after("sources", "Where does Ana live?"))[0] == 1


def test_as_of_the_past_the_value_of_then_ranks_first(talk, after):
    talk("Ana: I live in Ghent.", *FILLER, "Ana: I moved to Oslo.")
    assert places(after("sources", "Where does Ana live?", as_of=3))[0] == 1


def test_a_packet_of_an_asked_for_path_ranks_above_talk_that_only_shares_words(talk, after):
    talk(
        "Ana: My sister Clara lives in Oslo.",
        "Ben: Clara, Clara, where do sisters live, oh where does a sister live?",
        *FILLER,
    )
    assert places(after("sources", "Where does Ana's sister live?"))[0] == 1


def test_a_fact_stream_is_its_closure_nearest_first(tell, after):
    tell("Aa is married to Bb.", "Bb is a citizen of Norway.", "Cc is a citizen of Chile.")
    assert places(after("sources", "What is the citizenship of the spouse of Aa?")) == [1, 2]


def test_without_the_graph_channel_words_alone_decide(talk, after):
    talk("Ana: I live in Ghent.", "Ben: Live, Ana, live!")
    state = after("fusion", "Where does Ana live?", channels=["lexical"])
    assert {one.via for one in state.candidates} == {"bm25"}
    assert [one.score for one in state.candidates] == [one.score for one in state.lexical]
