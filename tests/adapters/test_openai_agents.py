"""The session of the OpenAI Agents SDK: items come back exactly, what was said is remembered, tools' words are not."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memdb

pytest.importorskip("agents", reason="the adapter needs the OpenAI Agents SDK")

from agents import Agent, Model, ModelResponse, RunConfig, Runner, Session, SQLiteSession, Usage, function_tool
from agents.memory import SessionSettings
from openai.types.responses import (
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
)

from memdb.adapters.openai_agents import MemdbSession

SAID = {"role": "user", "content": "I moved to Ghent."}
ANSWERED = {
    "id": "msg_1", "type": "message", "role": "assistant", "status": "completed",
    "content": [
        {"type": "output_text", "text": "Ghent is in Belgium.", "annotations": [], "logprobs": []},
        {"type": "output_text", "text": "", "annotations": []},
        {"type": "output_text", "text": "Shall I note it?", "annotations": [{"title": "Ghent"}]},
        {"type": "refusal", "refusal": "no"},
    ],
}  # fmt: skip
CALLED = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "look_up", "arguments": '{"q": "Ghent"}'}
RETURNED = {"type": "function_call_output", "call_id": "call_1", "output": "The planning meeting is held in Room A."}
SYSTEM = {"role": "system", "content": "Ben lives in Nice."}
PICTURE = {
    "role": "user",
    "content": [{"type": "input_text", "text": "Look."}, {"type": "input_image", "image_url": "data:,"}],
}  # fmt: skip
TWICE = {"role": "assistant", "content": [{"type": "output_text", "text": "Yes."}] * 2}
ITEMS = [
    SAID,
    ANSWERED,
    CALLED,
    RETURNED,
    SYSTEM,
    PICTURE,
    SAID,
    {"role": "assistant", "content": ""},
    {"role": "user", "content": None},
    TWICE,
]

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
VALUES = st.recursive(
    st.none() | st.integers(-9, 9) | TEXTS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXTS | st.sampled_from(["text", "$text"]), inner),
    max_leaves=5,
)  # fmt: skip
ANY_ITEM = st.fixed_dictionaries(
    {"role": st.sampled_from(["user", "assistant", "developer"]), "content": TEXTS | st.lists(
        st.fixed_dictionaries({"type": TEXTS, "text": TEXTS}), max_size=3) | VALUES},
    optional={"type": st.sampled_from(["message", "reasoning"]), "id": TEXTS, "more": VALUES},
)  # fmt: skip


@pytest.fixture
def memory(tmp_path):
    with memdb.open(tmp_path / "memory.memdb") as opened:
        yield opened


def test_it_is_a_session_as_the_sdk_defines_it(memory):
    assert isinstance(MemdbSession("one", memory), Session)


@given(batches=st.lists(st.lists(ANY_ITEM | st.sampled_from(ITEMS), max_size=3), max_size=3))
@settings(max_examples=60, deadline=None)
def test_items_come_back_exactly_in_order_and_are_taken_back_one_by_one(tmp_path_factory, batches):
    async def run(session):
        for batch in batches:
            await session.add_items(batch)
        assert await session.get_items() == items
        assert await session.get_items(2) == items[-2:]
        for item in reversed(items):
            assert await session.pop_item() == item
        assert await session.pop_item() is None
        assert await session.get_items() == []

    items = [item for batch in batches for item in batch]
    with memdb.open(tmp_path_factory.mktemp("session") / "memory.memdb") as memory:
        asyncio.run(run(MemdbSession("one", memory)))
        assert memory.stats().tables["packets"] == 0


def test_it_does_what_the_session_of_the_sdk_does(memory, tmp_path):
    async def run(session):
        seen = [await session.get_items(), await session.pop_item()]
        await session.add_items(ITEMS)
        await session.add_items([])
        seen += [await session.get_items(), await session.get_items(3), await session.get_items(limit=0)]
        seen.append(await session.pop_item())
        await session.clear_session()
        await session.clear_session()
        return [*seen, await session.get_items()]

    theirs = SQLiteSession("one", tmp_path / "theirs.db")
    assert asyncio.run(run(MemdbSession("one", memory))) == asyncio.run(run(theirs))
    theirs.close()


def test_what_was_said_is_remembered_and_what_tools_returned_is_not(memory):
    asyncio.run(MemdbSession("one", memory).add_items(ITEMS))
    said = [(record.speaker, record.content) for record in memory.packets("agents", "one")]
    assert said == [
        ("user", "I moved to Ghent."), ("assistant", "Ghent is in Belgium."), ("assistant", "Shall I note it?"),
        ("user", "Look."), ("user", "I moved to Ghent."),
        ("assistant", "Yes."), ("assistant", "Yes."),
    ]  # fmt: skip
    assert memory.ask("Where does the user live?", asker="user").answer == "Ghent"
    kept = " ".join(record.content for record in memory.packets("agents.items", "one"))
    assert "Room A" not in kept
    assert "Nice" not in kept
    assert memory.facts("the planning meeting") == memory.facts("Ben") == ()


def test_what_is_forgotten_elsewhere_is_gone_from_the_history(memory):
    session = MemdbSession("one", memory)
    asyncio.run(session.add_items([SAID, ANSWERED, SAID, CALLED]))
    first, belgium, *_ = memory.packets("agents", "one")
    memory.forget(packet=first.id)
    memory.forget(packet=belgium.id)
    assert asyncio.run(session.get_items()) == [SAID, CALLED]
    memory.forget(stream="agents")
    assert asyncio.run(session.get_items()) == [CALLED]
    assert asyncio.run(session.pop_item()) == CALLED
    assert asyncio.run(session.pop_item()) is None
    assert memory.stats().tables["packets"] == 0


def test_conversations_are_apart_and_outlive_the_program(memory):
    async def run():
        await asyncio.gather(*(MemdbSession(name, memory).add_items([SAID] * 3) for name in ("one", "two")))
        await MemdbSession("two", memory).clear_session()

    asyncio.run(run())
    with memdb.open(memory.path) as again:
        assert asyncio.run(MemdbSession("one", again).get_items()) == [SAID] * 3
        assert asyncio.run(MemdbSession("two", again).get_items()) == []
        assert asyncio.run(MemdbSession("one", again, stream="else").get_items()) == []


def test_settings_limit_what_is_read(memory):
    session = MemdbSession("one", memory, session_settings=SessionSettings(limit=2))
    asyncio.run(session.add_items(ITEMS))
    assert asyncio.run(session.get_items()) == ITEMS[-2:]
    assert asyncio.run(session.get_items(3)) == ITEMS[-3:]


def test_an_item_that_is_no_json_is_one_error_and_adds_nothing(memory):
    session = MemdbSession("one", memory)
    with pytest.raises(memdb.UsageError, match="an item cannot be JSON"):
        asyncio.run(session.add_items([SAID, {"role": "user", "content": b"x"}]))
    assert asyncio.run(session.get_items()) == []


class Scripted(Model):
    """Answers with the given outputs, one a call, and keeps what it was shown."""

    def __init__(self, *outputs):
        self.outputs = list(outputs)
        self.shown = []

    async def get_response(self, system_instructions, input, *_, **__):  # noqa: ARG002 - the SDK's order
        self.shown.append(input)
        return ModelResponse(output=[self.outputs.pop(0)], usage=Usage(), response_id=None)

    def stream_response(self, *_, **__):
        raise NotImplementedError


def words(text):
    part = ResponseOutputText(type="output_text", text=text, annotations=[])
    return ResponseOutputMessage(id="msg", type="message", role="assistant", status="completed", content=[part])


def test_an_agent_goes_on_where_it_was(memory):
    @function_tool
    def recall(question: str) -> str:
        """What was said before."""
        return memory.ask(question, asker="user", streams=["agents"]).answer

    call = ResponseFunctionToolCall(
        type="function_call", call_id="c1", name="recall", arguments='{"question": "Where do I live?"}'
    )
    model = Scripted(words("Noted."), call, words("You live in Ghent."))
    agent = Agent(name="assistant", model=model, tools=[recall])
    quiet = RunConfig(tracing_disabled=True)

    async def run():
        await Runner.run(agent, "I live in Ghent.", session=MemdbSession("one", memory), run_config=quiet)
        return await Runner.run(agent, "Where do I live?", session=MemdbSession("one", memory), run_config=quiet)

    assert asyncio.run(run()).final_output == "You live in Ghent."
    assert model.shown[1][0]["content"] == "I live in Ghent."
    assert model.shown[2][-1] == {"type": "function_call_output", "call_id": "c1", "output": "Ghent"}
    assert [record.content for record in memory.packets("agents", "one")] == [
        "I live in Ghent.", "Noted.", "Where do I live?", "You live in Ghent.",
    ]  # fmt: skip
