"""The dialogue set keeps its own rules, and its marks are taken as its notes say."""

import random
from pathlib import Path

import pytest

from memdb.errors import ImportFileError
from memdb.evals import dialogue, run, scorers
from memdb.evals.files import read_jsonl
from memdb.evals.tasks import Observation

FOLDER = Path(__file__).parents[2] / "fixtures" / "dialogue"
CONVERSATIONS = read_jsonl(FOLDER / dialogue.FILE, dialogue.Conversation)
QUESTIONS = [(one, asked) for one in CONVERSATIONS for asked in one.questions]


def turns_of(conversation):
    return {turn.id: turn for session in conversation.sessions for turn in session.turns}


def asked(**changes):
    fields = {"gold": [["Delft"]], "turns": ["t1"], "stale": ["Gent"]} | changes
    return dialogue.Asked(id="q", kind="update", question="Where does Ana live?", **fields)


def marks(question, answer, cited=("t1",)):
    seen = Observation(rankings={"read": ("t1",)}, selected="read", packets=(), answer=answer, cited=cited)
    return dialogue.score_answer(question, "dev", seen)


def test_the_set_has_the_size_and_the_parts_that_its_notes_state():
    ids = sorted(one.id for one in CONVERSATIONS)
    assert (len(set(ids)), len(QUESTIONS)) == (43, 167)
    assert len({asked.id for _, asked in QUESTIONS}) == 167
    untouched = {one.id for one in CONVERSATIONS if one.part == "untouched"}
    assert untouched == set(random.Random(5).sample(ids, len(ids) // 3))  # noqa: S311 - a fixed draw


def test_every_conversation_has_six_to_twenty_turns_in_the_order_of_their_days():
    for one in CONVERSATIONS:
        assert 6 <= len(turns_of(one)) <= 20, one.id
        days = [session.date for session in one.sessions]
        assert days == sorted(days), one.id


@pytest.mark.parametrize(("conversation", "question"), QUESTIONS, ids=[asked.id for _, asked in QUESTIONS])
def test_the_gold_turns_of_a_question_say_its_gold(conversation, question):
    turns = turns_of(conversation)
    said = " ".join(scorers.normalised(f"{turns[turn].speaker} {turns[turn].text}") for turn in question.turns)
    for wordings in question.gold:
        assert any(scorers.normalised(one) in said for one in wordings if one != "Unknown")


def test_an_answer_is_right_when_it_says_every_value_in_any_of_its_wordings():
    question = asked(gold=[["tomatoes"], ["beans", "pulses"]])
    assert marks(question, "I grow pulses and tomatoes").shares["answer"]
    assert not marks(question, "tomatoes").shares["answer"]
    assert marks(question, "tomatoes and beans").shares["exact"]


def test_a_stale_answer_says_a_value_that_does_not_hold_and_not_the_one_that_does():
    for answer, right, stale in (("Delft", True, False), ("Gent", False, True), ("I left Gent for Delft", True, False)):
        shares = marks(asked(), answer).shares
        assert (shares["answer"], shares["stale"]) == (right, stale)


def test_a_value_must_be_said_in_whole_words():
    assert not marks(asked(gold=[["no"]]), "not known").shares["answer"]


def test_an_answer_is_cited_when_it_rests_on_all_gold_turns():
    assert not marks(asked(turns=["t1", "t2"]), "Delft").shares["cited"]
    assert marks(asked(), "Delft", cited=("t1", "t2")).shares["cited"]


def test_the_parts_of_the_set_are_reported_apart(small, tmp_path):
    metrics = run("dialogue", small.dialogue(tmp_path), arms=["default"]).arms["default"]
    assert {name for name in metrics if name.startswith("answer[")} == {
        "answer[dev]", "answer[untouched]", "answer[dev, update]", "answer[untouched, single]",
    }  # fmt: skip


def test_another_part_than_the_two_is_refused(small, tmp_path):
    file = small.dialogue(tmp_path) / dialogue.FILE
    file.write_text(file.read_text().replace('"untouched"', '"other"'))
    with pytest.raises(ImportFileError, match=r"conversations\.jsonl, line 2"):
        run("dialogue", tmp_path)
