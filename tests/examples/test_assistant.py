"""The example assistant, with the public fake model: it remembers, recalls with sources, forgets when told twice."""

import importlib.util
import io
import sys
from pathlib import Path

import pytest

import memdb
from memdb.models import FakeChatModel

FILE = Path(__file__).parents[2] / "examples" / "assistant.py"
_spec = importlib.util.spec_from_file_location("assistant", FILE)
assistant = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(assistant)


@pytest.fixture
def memory(tmp_path):
    with memdb.open(tmp_path / "memory.memdb") as opened:
        yield opened


def talk(memory, *answers, context=4096):
    model = FakeChatModel(answers, context=context)
    return assistant.Assistant(memory, model), model


def asked(model):
    """The system message and the user's last one, as the model saw them last."""
    messages = model.requests[-1].messages
    return messages[0].content, messages[-1].content


def test_what_the_user_states_is_remembered_in_the_user_s_words_and_nothing_else(memory):
    talking, _ = talk(memory, "Nice to know.", "She lives in Oslo.")
    assert talking.reply("My sister Lena lives in Bergen.") == "Nice to know."
    talking.reply("Where does Lena live?")
    assert [draft.content for draft in memory.export()] == ["My sister Lena lives in Bergen."]


def test_a_later_conversation_recalls_the_current_value_and_names_its_source(memory):
    talking, _ = talk(memory, "Good.", "Good.")
    talking.reply("My sister Lena lives in Bergen.")
    talking.reply("Lena moved to Oslo.")
    talking, model = talk(memory, "Lena lives in Oslo now.")
    said = talking.reply("Where does Lena live?")
    system, question = asked(model)
    assert "outdated: now Oslo" in system
    assert question == "Where does Lena live?\n(The records answer this: Oslo. Say so.)"
    assert said.splitlines()[0] == "Lena lives in Oslo now."
    assert said.splitlines()[1].endswith('packet 2: "Lena moved to Oslo.")')


def test_records_that_the_model_cites_are_its_sources_and_numbers_of_none_are_left_out(memory):
    talking, _ = talk(memory, "Good.", "You like tea [1] and cake [7].")
    talking.reply("I like green tea.")
    said = talking.reply("Which drinks do I like?")
    first, source = said.splitlines()
    assert first == "You like tea [1] and cake."
    assert source.endswith('packet 1: "I like green tea.")')


def test_a_question_about_the_user_that_no_record_answers_is_marked_and_one_about_the_world_is_not(memory):
    talking, model = talk(memory, "You have not told me.", "Paris.")
    talking.reply("What am I allergic to?")
    assert "say that I have not told you" in asked(model)[1]
    assert talking.reply("What is the capital of France?") == "Paris."
    assert asked(model)[1] == "What is the capital of France?"


def test_nothing_is_forgotten_before_the_user_says_which(memory):
    talking, model = talk(memory, "Good.", "Good.", "I do not know.")
    talking.reply("I am allergic to celery.")
    talking.reply("My sister Lena lives in Bergen.")
    offered = talking.reply("Forget that I am allergic to celery")
    assert "1. I am allergic to celery." in offered
    assert memory.stats().tables["packets"] == 2
    assert talking.reply("no") == "I keep them all."
    assert memory.stats().tables["packets"] == 2
    talking.reply("please forget about celery")
    assert talking.reply("9") == "I keep them all."
    talking.reply("forget celery")
    assert talking.reply("1, please") == "Forgotten: 1."
    assert [draft.content for draft in memory.export()] == ["My sister Lena lives in Bergen."]
    talking.reply("What am I allergic to?")
    assert all("celery" not in message.content for message in model.requests[-1].messages)


def test_an_empty_memory_has_nothing_to_forget(memory):
    talking, _ = talk(memory, "Hello.")
    assert talking.reply("forget everything") == "I remember nothing."
    assert talking.reply("Hello!") == "Hello."


def test_a_short_context_leaves_out_the_records_that_matter_least(memory):
    for number in range(6):
        kind = "Assam" if number == 3 else "Sencha"
        memory.add(f"The tea in tin {number} is {kind}, " + "which is green and fresh " * 8, stream="assistant")
    talking, model = talk(memory, "Green.", context=assistant.ANSWER_TOKENS + 180)
    talking.reply("Where is the Assam?")
    system, _ = asked(model)
    assert model.count(model.requests[-1].messages) + assistant.ANSWER_TOKENS <= model.context
    assert "[1] " in system
    assert "Assam" in system
    assert "[4] " not in system


def test_the_program_talks_until_its_input_ends(tmp_path, monkeypatch, capsys):
    model = FakeChatModel(["Good."])
    monkeypatch.setattr(memdb, "load_model", lambda _: model)
    monkeypatch.setattr(sys, "argv", ["assistant.py", "some-model", "--memory", str(tmp_path / "memory.memdb")])
    monkeypatch.setattr(sys, "stdin", io.StringIO("I like tea.\n\nWhat do I like?\n"))
    assistant.main()
    said = capsys.readouterr().out
    assert "Good." in said
    assert "(the model failed: " in said


def test_a_model_that_is_not_there_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMDB_MODELS", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["assistant.py", str(tmp_path / "absent.gguf")])
    with pytest.raises(SystemExit, match="there is no model file") as caught:
        assistant.main()
    assert len(str(caught.value).splitlines()) == 1
