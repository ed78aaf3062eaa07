"""Long work: lists do not wait for it, progress is told, and a client that cancels is let go."""

import threading
import time
from functools import partial

import anyio
import anyio.to_thread
import pytest

import memdb
from memdb.mcp import Reach, progress
from memdb.models import FakeChatModel


class Slow:
    """A reader that answers when it is let."""

    def __init__(self):
        self.begun = threading.Event()
        self.let = threading.Event()

    def __call__(self, _request) -> str:
        self.begun.set()
        assert self.let.wait(20)
        return "Ghent"


@pytest.fixture
def slow() -> Slow:
    model = Slow()
    yield model
    model.let.set()


@pytest.fixture
def reach(filled, slow) -> Reach:
    with memdb.open(filled) as memory:
        memory.add("I brought pancakes to the fair.", stream="home", speaker="Ben Okafor", said_at="2026-03-05")
    return Reach(lambda: memdb.open(filled, reader=FakeChatModel(slow)))


QUESTION = {"question": "What did Ben bring to the fair?"}


async def until(event: threading.Event) -> None:
    assert await anyio.to_thread.run_sync(partial(event.wait, 20))


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_lists_and_other_calls_do_not_wait_for_a_model(talk, reach, slow, mode):
    async def session(client):
        answers = []

        async def ask():
            answers.append(await client.call_tool("ask", QUESTION))

        async with anyio.create_task_group() as group:
            group.start_soon(ask)
            await until(slow.begun)
            with anyio.fail_after(10):
                assert (await client.list_tools()).tools
                assert (await client.list_resources()).resources
                assert not (await client.call_tool("search", {"query": "Ghent"})).is_error
            assert not answers
            slow.let.set()
        return answers[0].structured_content["answer"]

    assert talk(reach, session, mode) == "Ghent"


def test_lists_do_not_wait_for_the_file(path, talk):
    opened = threading.Event()

    def opener():
        assert opened.wait(20)
        return memdb.open(path)

    async def session(client):
        async with anyio.create_task_group() as group:
            group.start_soon(client.call_tool, "status", {})
            await anyio.sleep(0.05)
            with anyio.fail_after(10):
                assert (await client.list_tools()).tools
                assert (await client.list_resource_templates()).resource_templates
            opened.set()

    talk(Reach(opener), session)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_progress_is_told_to_a_client_who_asked_for_it(talk, reach, slow, monkeypatch, mode):
    monkeypatch.setattr(progress, "EVERY_SECONDS", 0.05)
    told = []

    async def note(done, total, message):
        told.append((done, message))
        if len(told) == 3:
            slow.let.set()

    talk(reach, lambda client: client.call_tool("ask", QUESTION, progress_callback=note), mode)
    assert len(told) >= 3
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert all(message.startswith("Ask memory: ") for _, message in told)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_cancelled_call_ends_at_once_and_the_server_goes_on(talk, reach, slow, mode):
    async def session(client):
        async with anyio.create_task_group() as group:
            group.start_soon(client.call_tool, "ask", QUESTION)
            await until(slow.begun)
            group.cancel_scope.cancel()
        begun = time.monotonic()
        hits = await client.call_tool("search", {"query": "Ghent"})
        return time.monotonic() - begun, hits.structured_content["records"]

    waited, records = talk(reach, session, mode)
    assert waited < 5
    assert records


def test_calls_at_once_are_all_answered(filled, talk):
    async def session(client):
        answers = []

        async def add(number):
            answers.append(await client.call_tool("remember", {"text": f"Number {number} is mine.", "stream": "home"}))

        async with anyio.create_task_group() as group:
            for number in range(8):
                group.start_soon(add, number)
        return [one.structured_content["packet"] for one in answers]

    assert len(set(talk(Reach(lambda: memdb.open(filled)), session, "legacy"))) == 8
