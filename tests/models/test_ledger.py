"""The ledger: what a model answered is found again, what it took is counted once, and nobody waits for it."""

import threading
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import memdb
from memdb.models import Calls, ChatRequest, Completion, FakeChatModel, Message
from memdb.models.ledger import identity
from memdb.store import store as stores

texts = st.text(st.characters(codec=None), max_size=4) | st.sampled_from(
    ["", "a", "ab", "\x00", "null", "\ud83d\ude00"]
)
messages = st.builds(Message, role=st.sampled_from(["system", "user", "assistant"]), content=texts)
requests = st.builds(
    ChatRequest,
    messages=st.lists(messages, max_size=3).map(tuple),
    max_tokens=st.integers(1, 3),
    timeout_s=st.floats(1, 2),
    temperature=st.sampled_from([0, 0.0, 0.5]),
    seed=st.integers(0, 2),
    json_schema=st.none() | st.dictionaries(texts, texts, max_size=1),
    grammar=st.none() | texts,
    labels=st.lists(texts, max_size=2).map(tuple),
)
completions = st.builds(
    Completion,
    text=texts,
    prompt_tokens=st.integers(0, 10**6),
    completion_tokens=st.integers(0, 10**6),
    finish=st.just("stop"),
    reasoning=texts,
    label_logits=st.lists(st.floats(allow_nan=False), max_size=3).map(tuple),
    prompt_cached=st.integers(0, 10**6),
)

FIELDS = [field.name for field in fields(ChatRequest)]

ASKED = ChatRequest(
    messages=(Message(role="system", content="Answer."), Message(role="user", content="Where?")), max_tokens=9
)
CHANGES = {
    "a word of the question": {"messages": (ASKED.messages[0], Message(role="user", content="When?"))},
    "who says it": {"messages": (ASKED.messages[0], Message(role="assistant", content="Where?"))},
    "the order of the messages": {"messages": ASKED.messages[::-1]},
    "where one message ends": {
        "messages": (Message(role="system", content="Answer.W"), Message(role="user", content="here?"))
    },
    "a message less": {"messages": ASKED.messages[1:]},
    "the longest answer": {"max_tokens": 8},
    "the temperature": {"temperature": 0.1},
    "the seed": {"seed": 1},
    "a schema": {"json_schema": {}},
    "another schema": {"json_schema": {"type": "object"}},
    "a schema with a key in another place": {"json_schema": {"properties": {"b": {}, "a": {}}}},
    "that schema": {"json_schema": {"properties": {"a": {}, "b": {}}}},
    "a schema with a number for a truth": {"json_schema": {"additionalProperties": 1}},
    "a schema with a truth": {"json_schema": {"additionalProperties": True}},
    "a grammar": {"grammar": "root ::= 'a'"},
    "an empty grammar": {"grammar": ""},
    "labels": {"labels": ("a", "b")},
    "labels in another order": {"labels": ("b", "a")},
    "labels run together": {"labels": ("ab",)},
}


def question(n: int) -> ChatRequest:
    return replace(ASKED, seed=n)


@pytest.fixture
def memory(tmp_path):
    with memdb.open(tmp_path / "memory.memdb") as opened:
        opened.add("I live in Ghent.", speaker="Ana")
        yield opened


def calls(memory, answer="Ghent"):
    return Calls(FakeChatModel(lambda _: answer), memory._models.ledger())


def taken(memory):
    """What the models took: calls, prompt tokens, completion tokens and kept answers."""
    models = memory.usage().models
    return tuple(
        sum(getattr(one, name) for one in models) for name in ("calls", "prompt_tokens", "completion_tokens", "answers")
    )


def test_each_change_of_what_decides_the_answer_is_another_call():
    changed = [replace(ASKED, **change) for change in CHANGES.values()]
    found = [identity("m", request, "read") for request in (ASKED, *changed)]
    found += [identity("n", ASKED, "read"), identity("m", ASKED, "schedule")]
    assert len(set(found)) == len(CHANGES) + 3


@given(requests, requests, st.sets(st.sampled_from(FIELDS)), st.sampled_from("mn"), st.sampled_from(["read", "test"]))
def test_two_calls_have_one_identity_exactly_when_all_but_their_time_limit_is_equal(one, unlike, taken, model, kind):
    other = replace(one, **{field: getattr(unlike, field) for field in taken})
    same = replace(one, timeout_s=1) == replace(other, timeout_s=1) and (model, kind) == ("m", "read")
    assert (identity("m", one, "read") == identity(model, other, kind)) == same
    assert identity(model, one, kind) == identity(model, replace(one, timeout_s=9), kind)


def test_an_identity_stays_what_it_is_in_later_versions():
    full = replace(ASKED, json_schema={"type": "object"}, labels=("a",), grammar="root ::= 'a'", temperature=0.5)
    assert identity("a model", full, "read").hex() == "58420a44909b513699ff563ed1c439f022099cc8dd89fb260260c463ecaa191a"


def test_the_same_call_costs_nothing_the_second_time(memory):
    one, other = calls(memory), calls(memory, "Bruges")
    answered = one.complete(ASKED, kind="read", packets=[1])
    assert other.complete(ASKED, kind="read", packets=[1]) == answered
    assert other.model.requests == []
    assert other.usage == {"calls_cached": 1}
    assert taken(memory) == (1, 2, 1, 1)


@given(completions)
def test_an_answer_is_found_again_as_it_was(shared_memory, completion):
    ledger, request = shared_memory._models.ledger(), question(next(shared_memory.numbers))
    ledger.keep("fake", request, "read", completion, seconds=1.0, packets=[1])
    assert ledger.find("fake", request, "read") == completion


@pytest.fixture(scope="module")
def shared_memory(tmp_path_factory):
    with memdb.open(tmp_path_factory.mktemp("ledger") / "memory.memdb") as opened:
        opened.add("I live in Ghent.", speaker="Ana")
        opened.numbers = iter(range(10**6))
        yield opened


def test_usage_is_by_kind_and_model(memory):
    one = calls(memory)
    for n in range(3):
        one.complete(question(n), kind="read")
    one.complete(question(0), kind="schedule")
    one.model.name = "another"
    one.complete(question(0), kind="read")
    found = [(usage.kind, usage.model, usage.calls, usage.answers) for usage in memory.usage().models]
    assert found == [("read", "another", 1, 1), ("read", "fake", 3, 3), ("schedule", "fake", 1, 1)]
    assert all(usage.seconds > 0 for usage in memory.usage().models)


def test_an_answer_that_a_limit_cut_is_counted_and_asked_for_again(memory):
    long = calls(memory, "word " * 20)
    for _ in range(2):
        assert long.complete(ASKED, kind="read").finish == "length"
    assert taken(memory) == (2, 4, 18, 0)
    short = calls(memory, "Ghent")
    assert short.complete(ASKED, kind="read").text == "Ghent"
    assert taken(memory) == (3, 6, 19, 1)


def test_what_cannot_be_read_is_asked_for_again_and_replaced(memory):
    calls(memory).complete(ASKED, kind="read", packets=[1])
    garbage = [b"", b"\xc1", b"\x80", b"\x93\x01\x02\x03", b"\x81\xa4text\x07"]
    for blob in garbage:
        memory._store.connection().rows("UPDATE model_calls SET response = ?", [blob])
        again = calls(memory)
        assert again.complete(ASKED, kind="read", packets=[1]).text == "Ghent"
        assert again.usage["calls"] == 1
    assert memory._models.ledger().find("fake", ASKED, "read").text == "Ghent"
    assert taken(memory)[0] == 1 + len(garbage)


def test_an_answer_is_kept_while_a_read_holds_its_snapshot(memory):
    connection = memory._store.connection()
    with connection.snapshot():
        assert connection.rows("SELECT count(*) FROM packets") == [(1,)]
        calls(memory).complete(ASKED, kind="read", packets=[1])
        again = calls(memory)
        again.complete(ASKED, kind="read", packets=[1])
        assert again.usage["calls_cached"] == 1
        assert connection.rows("SELECT count(*) FROM model_calls") == [(0,)], "the read sees one state of the file"


def test_threads_share_a_ledger(memory):
    shared = calls(memory)
    failed: list[BaseException] = []

    def work(number):
        try:
            for n in range(20):
                shared.complete(question(1000 * number + n), kind="extract", packets=[1])
                shared.complete(question(n), kind="read", packets=[1])
        except BaseException as error:  # noqa: BLE001 - whatever it is, the test looks at it
            failed.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    extracting, reading = memory.usage().models
    assert (extracting.calls, extracting.answers) == (120, 120)
    assert reading.answers == 20
    assert extracting.calls + reading.calls == len(shared.model.requests), "each call that was made, and no other"
    assert memory.check().ok


@pytest.mark.parametrize(
    "hindrance",
    ["PRAGMA query_only = on", "PRAGMA max_page_count = 1"],
    ids=["a file that may not be written", "a full disk"],
)
def test_an_answer_that_cannot_be_kept_is_given_all_the_same(memory, hindrance):
    # A free page would take the row of a small answer.
    answer = "Ghent " * 5000
    memory._store.aside().rows(hindrance)
    asked = replace(ASKED, max_tokens=10**6)
    assert calls(memory, answer).complete(asked, kind="read", packets=[1]).text == answer
    assert memory._models.ledger().find("fake", asked, "read") is None
    assert memory.check().ok


def test_a_file_that_is_held_costs_the_keeping_and_not_the_answer(memory, monkeypatch):
    monkeypatch.setattr(stores, "_ASIDE_SECONDS", 0.05)
    with memory._store.connection().write():
        assert calls(memory).complete(ASKED, kind="read", packets=[1]).text == "Ghent"
    assert taken(memory) == (0, 0, 0, 0)


def test_a_damaged_file_is_an_error(memory):
    calls(memory).complete(ASKED, kind="read")
    (root,) = memory._store.connection().row("SELECT rootpage FROM sqlite_schema WHERE name = 'model_calls'")
    memory.close()
    content = bytearray(memory.path.read_bytes())
    content[(root - 1) * 4096 : root * 4096] = b"\xff" * 4096
    memory.path.write_bytes(content)
    with memdb.open(memory.path) as opened, pytest.raises(memdb.DamagedError, match="damaged"):
        calls(opened).complete(ASKED, kind="read")


def test_a_file_that_is_not_made_yet_keeps_nothing_and_stays_unmade(tmp_path):
    with memdb.open(tmp_path / "memory.memdb") as memory:
        assert memory._models.ledger() is None
        assert memory.usage().models == ()
        assert memory.forget_answers() == 0
        assert not memory.path.exists()
        memory.add("I live in Ghent.")
        calls(memory).complete(ASKED, kind="read")
        assert taken(memory)[0] == 1


def test_a_memory_that_was_closed_says_so(memory):
    one = calls(memory)
    memory.close()
    with pytest.raises(memdb.UsageError, match="closed"):
        one.complete(ASKED, kind="read")
