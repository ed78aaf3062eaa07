"""Forgetting reaches the answers of models: what saw a forgotten text is in no byte of the file."""

import pytest

import memdb
from memdb.models import Calls, ChatRequest, FakeChatModel, Message

MARKER = "Qwopzel"
SELECTORS = {
    "packet": {"packet": 1},
    "session": {"session": "secret", "stream": "main"},
    "stream": {"stream": "main"},
    "speaker": {"speaker": "Ana"},
}


def traces(memory, word=MARKER):
    """How often a word occurs in the bytes of the file and whatever lies beside it."""
    folder, name = memory.path.parent, memory.path.name
    return sum(file.read_bytes().count(word.encode()) for file in folder.glob(f"{name}*"))


def request(text):
    return ChatRequest(messages=(Message(role="user", content=text),), max_tokens=10_000)


@pytest.fixture
def memory(tmp_path):
    with memdb.open(tmp_path / "memory.memdb") as opened:
        opened.add(f"I live in {MARKER}.", speaker="Ana", session="secret", said_at="2026-01-01")
        opened.add("I live in Ghent.", speaker="Ben", stream="other", said_at="2026-01-01")
        yield opened


@pytest.mark.parametrize("selector", SELECTORS)
def test_an_answer_that_saw_a_forgotten_record_leaves_no_byte_and_the_others_stay(memory, selector):
    long = Calls(FakeChatModel(lambda _: f"In {MARKER}. " * 500), memory._models.ledger())
    short = Calls(FakeChatModel(lambda _: "In Ghent."), memory._models.ledger())
    for n in range(40):
        long.complete(request(f"{MARKER} {n}"), kind="read", packets=[1, 2] if n % 2 else [1])
        short.complete(request(f"Ghent {n}"), kind="read", packets=[2])
    before = memory.usage().models
    assert traces(memory)
    memory.forget(**SELECTORS[selector])
    assert traces(memory) == 0
    (after,) = memory.usage().models
    assert after.answers == 40
    assert {**after.to_dict(), "answers": 80} == before[0].to_dict(), "what it took stays known"
    short.complete(request("Ghent 7"), kind="read", packets=[2])
    assert short.usage["calls_cached"] == 1
    assert memory.check().ok


def test_the_same_call_made_again_adds_to_what_it_took(memory):
    calls = Calls(FakeChatModel(lambda _: f"In {MARKER}."), memory._models.ledger())
    calls.complete(request("Where?"), kind="read", packets=[1, 2])
    memory.forget(packet=1)
    calls.complete(request("Where?"), kind="read", packets=[2])
    calls.complete(request("Where?"), kind="read", packets=[2])
    assert calls.usage == {"calls": 2, "prompt_tokens": 2, "completion_tokens": 4, "calls_cached": 1}
    (usage,) = memory.usage().models
    assert (usage.calls, usage.prompt_tokens, usage.completion_tokens, usage.answers) == (2, 2, 4, 1)
    assert memory.stats().tables["model_calls"] == 1
    memory.forget(packet=2)
    assert memory.usage().models[0].answers == 0


def test_what_is_forgotten_while_a_model_reads_it_is_not_kept_by_its_answer(memory):
    def answer(_):
        memory.forget(packet=1)
        memory.add("I live in Bruges.", speaker="Ana", session="secret")
        return f"In {MARKER}."

    calls = Calls(FakeChatModel(answer), memory._models.ledger())
    assert calls.complete(request("Where?"), kind="read", packets=[1, 2]).text == f"In {MARKER}."
    assert traces(memory) == 0
    (usage,) = memory.usage().models
    assert (usage.calls, usage.answers) == (1, 0)
    assert memory.check().ok


def test_all_answers_can_be_forgotten_and_the_records_stay(memory):
    calls = Calls(FakeChatModel(lambda _: "In Zyxomel. " * 400), memory._models.ledger())
    for n in range(100):
        calls.complete(request(f"{n}"), kind="read", packets=[1, 2])
    size, (before,) = memory.stats().file_bytes, memory.usage().models
    assert memory.forget_answers() == 100
    assert memory.forget_answers() == 0
    assert traces(memory, "Zyxomel") == 0
    assert memory.stats().file_bytes < size / 2
    (after,) = memory.usage().models
    assert {**after.to_dict(), "answers": 100} == before.to_dict()
    assert [draft.content for draft in memory.export()] == [f"I live in {MARKER}.", "I live in Ghent."]
    assert memory.stats().tables["model_call_packets"] == 0
    assert memory.check().ok


def test_a_backup_holds_the_answers_too_and_forgets_apart(memory, tmp_path):
    calls = Calls(FakeChatModel(lambda _: "In Ghent."), memory._models.ledger())
    calls.complete(request("Where?"), kind="read", packets=[2])
    memory.backup(tmp_path / "copy.memdb")
    memory.forget(packet=2)
    with memdb.open(tmp_path / "copy.memdb") as copy:
        again = Calls(FakeChatModel([]), copy._models.ledger())
        assert again.complete(request("Where?"), kind="read", packets=[2]).text == "In Ghent."
