"""The dialogue prior: each form of a turn moves it in the direction that its weight says."""

import pytest

import memdb
from memdb.query.bm25 import contextual_bm25
from memdb.query.intent import read_intent
from memdb.query.prior import dialogue_prior
from memdb.query.speakers import named_speakers
from memdb.query.state import ReadState, Request, Scope
from memdb.records.settings import LexicalSettings
from memdb.store import sql

SETTINGS = LexicalSettings()
DULL = [memdb.Draft(content=f"Tree number{n} is tall.", speaker="Ana Duarte", session="s") for n in range(2)]


@pytest.fixture
def prior(memory):
    """What the prior gives the last of some turns, all of them by its default speaker unless said otherwise."""

    def value(question: str, *drafts: memdb.Draft) -> float:
        memory.ingest_drafts([*DULL, *drafts])
        connection = memory._store.connection()
        streams = [Scope(*row) for row in connection.rows(sql("query/scope"))]
        intent = read_intent(
            ReadState(request=Request(question=question, scope=tuple(streams))), connection
        ).known_intent
        turns = contextual_bm25(connection, streams, intent.terms, SETTINGS, windowed=True)
        given = dialogue_prior(connection, streams, turns.rows, intent, SETTINGS)
        last = max(range(len(turns.rows)), key=lambda n: int(turns.rows[n][2]))
        return float(given[last])

    return value


def draft(content: str, **fields: str) -> memdb.Draft:
    return memdb.Draft(**({"content": content, "speaker": "Ana Duarte", "session": "s"} | fields))


def test_a_plain_turn_has_none(prior):
    assert prior("Which tree is tall?", draft("The tree is tall.")) == 0


def test_another_speaker_than_the_one_named_is_charged(prior):
    assert prior("Which tree did Ana plant?", draft("The tree is tall.", speaker="Ben Ash")) == SETTINGS.other_speaker


def test_with_two_speakers_named_none_is_charged(prior):
    assert prior("Which tree did Ana and Ben plant?", draft("The tree is tall.", speaker="Ben Ash")) == 0


def test_a_turn_that_asks_is_charged_and_one_that_answers_gains(prior):
    assert prior("Which tree is tall?", draft("Which tree is tall?")) == SETTINGS.asks


@pytest.mark.parametrize("content", ["Which tree is tall?", "I planted my tree with my own hands."])
def test_the_form_of_a_turn_to_an_assistant_tells_nothing(prior, content):
    assert prior("Which tree is tall?", draft(content, speaker="user")) == 0


def test_a_turn_after_a_question_gains(prior):
    assert prior("Which tree is tall?", draft("Which tree is tall?"), draft("The oak tree.")) == SETTINGS.answers


def test_a_time_word_counts_for_a_question_of_time_only(prior):
    assert prior("When did the tree fall?", draft("The tree fell yesterday.")) == SETTINGS.time_word


def test_a_time_word_does_not_count_otherwise(prior):
    assert prior("Which tree fell?", draft("The tree fell yesterday.")) == 0


def test_the_first_turns_of_a_session_gain(prior):
    assert prior("Which tree is tall?", draft("The tree is tall.", session="new")) == SETTINGS.session_start


def test_the_month_that_the_question_names_gains(prior):
    found = prior("Which tree fell in March?", draft("The tree fell.", session="m", said_at="2024-03-05"))
    assert found == SETTINGS.session_start + SETTINGS.session_month


def test_first_person_words_gain_up_to_a_cap(prior):
    assert prior("Which tree is tall?", draft("I like my tree.")) == pytest.approx(SETTINGS.first_person * 2 / 3)


def test_the_cap_of_first_person_words(prior):
    found = prior("Which tree is tall?", draft("I, me and my tree, my own, all mine, my dear."))
    assert found == pytest.approx(SETTINGS.first_person)


def test_speakers_are_named_by_full_or_first_name(memory, talk):
    talk("Ana Duarte: Hi there.", "Ben Ash: Hello there.")
    connection = memory._store.connection()
    streams = [Scope(*row) for row in connection.rows(sql("query/scope"))]
    for question, names in (("What did Ana say?", {"Ana Duarte"}), ("ben ash?", {"Ben Ash"}), ("Mr. Ash?", set())):
        intent = read_intent(ReadState(request=Request(question=question, scope=())), connection).known_intent
        assert named_speakers(connection, streams, intent) == names
