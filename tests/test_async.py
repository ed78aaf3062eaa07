"""The async API: the same verbs with the same signatures, several at once, and a file that is right whatever is cut."""

import asyncio
import inspect
import threading
import time

import pytest

import memdb
from memdb.models.fake import FakeChatModel

PAIRS = [(memdb.Memory, memdb.AsyncMemory), (memdb.StreamView, memdb.AsyncStreamView)]
OWN = {"close", "stream", "export", "readings"}
"""Verbs that are written by hand."""


def verbs(kind: type) -> dict[str, object]:
    return {name: value for name, value in inspect.getmembers(kind) if callable(value) and not name.startswith("_")}


@pytest.mark.parametrize(("blocking", "awaited"), PAIRS)
def test_every_verb_is_there_with_the_same_signature_and_documentation(blocking, awaited):
    assert verbs(blocking).keys() == verbs(awaited).keys()
    for name, verb in verbs(awaited).items():
        counterpart = verbs(blocking)[name]
        wanted, found = inspect.signature(counterpart), inspect.signature(verb)
        assert list(found.parameters.values()) == list(wanted.parameters.values()), name
        if name not in OWN:
            assert inspect.iscoroutinefunction(verb), name
            assert verb.__wrapped__ is counterpart, name
            assert verb.__doc__ == counterpart.__doc__


def test_it_opens_as_the_blocking_one_does():
    assert inspect.signature(memdb.aopen).parameters == inspect.signature(memdb.open).parameters


def run(program):
    """Run a coroutine on a loop of its own."""
    return asyncio.run(program)


def test_what_is_stored_is_found_in_the_memory_and_in_a_stream(path):
    async def program():
        async with memdb.aopen(path) as memory:
            added = await memory.add("I moved to Ghent.", speaker="Ana")
            assert added.new
            assert memory.path == path
            answer = await memory.ask("Where does Ana live?")
            work = memory.stream("work")
            await work.add("The office is in Aalst.", speaker="Ben")
            assert work.name == "work"
            assert [hit.stream for hit in await work.search("office")] == ["work"]
            assert [draft.content async for draft in work.export()] == ["The office is in Aalst."]
            return answer.answer, [draft.content async for draft in memory.export(streams=["main"])]

    assert run(program()) == ("Ghent", ["I moved to Ghent."])


def test_many_calls_are_awaited_at_once(path):
    async def program():
        async with memdb.aopen(path) as memory:
            added = await asyncio.gather(*(memory.add(f"Bird number {n} flew past.") for n in range(40)))
            assert len({one.packet for one in added}) == 40
            found = await asyncio.gather(*(memory.search(f"bird {n}") for n in range(40)))
            assert all(found)
            return (await memory.check()).ok, len([draft async for draft in memory.export()])

    assert run(program()) == (True, 40)


def test_the_loop_goes_on_while_a_call_works(path):
    released = threading.Event()
    waiting = FakeChatModel(lambda _: released.wait(10) and "Ghent")

    async def program():
        async with memdb.aopen(path, reader=waiting) as memory:
            await memory.add("I moved to Ghent.", speaker="Ana")
            asked = asyncio.create_task(memory.ask("Where does Ana live?", reader="llm"))
            await asyncio.sleep(0.2)
            assert not asked.done()
            released.set()
            return (await asked).answer

    assert run(program()) == "Ghent"


def test_the_errors_are_those_of_the_blocking_api(path):
    async def program():
        with pytest.raises(memdb.MissingFileError):
            async with memdb.aopen(path, create=False):
                pass
        memory = memdb.aopen(path)
        with pytest.raises(memdb.UsageError, match="async with"):
            await memory.stats()
        async with memory:
            with pytest.raises(memdb.UsageError, match="empty"):
                await memory.add(" ")
            with pytest.raises(memdb.NotFoundError):
                await memory.show(7)
        for late in (memory.stats, memory.export().__anext__):
            with pytest.raises(memdb.UsageError, match="closed"):
                await late()

    run(program())


def test_a_cancelled_ingest_is_cut_at_a_batch_when_the_memory_closes_and_a_rerun_completes_it(path):
    drafts = [memdb.Draft(content=f"Bird number {n} flew past.", turn=str(n)) for n in range(3000)]
    begun = threading.Event()

    def slowly():
        for n, draft in enumerate(drafts):
            if n == 700:
                begun.set()
            if n > 700:
                time.sleep(0.001)
            yield draft

    async def program():
        async with memdb.aopen(path) as memory:
            task = asyncio.create_task(memory.ingest_drafts(slowly()))
            await asyncio.to_thread(begun.wait)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert await memory.search("bird")
        async with memdb.aopen(path) as memory:
            kept = [draft async for draft in memory.export()]
            assert 0 < len(kept) < 3000
            assert len(kept) % 500 == 0
            assert (await memory.check()).ok
            await memory.ingest_drafts(drafts)
            return [draft.content async for draft in memory.export()]

    assert run(program()) == [draft.content for draft in drafts]


def test_leaving_the_block_waits_for_what_is_still_awaited(path):
    async def program():
        async with memdb.aopen(path) as memory:
            tasks = [asyncio.create_task(memory.add(f"Bird number {n} flew past.")) for n in range(20)]
            await asyncio.sleep(0)
        return [(await task).new for task in tasks]

    assert run(program()) == [True] * 20


def test_no_thread_is_left_when_the_memory_is_closed(path):
    async def program():
        async with memdb.aopen(path) as memory:
            await asyncio.gather(*(memory.add(f"Bird {n}.") for n in range(20)))
            async for _ in memory.export():
                break

    run(program())
    deadline = time.monotonic() + 5
    while (left := [one for one in threading.enumerate() if one.name.startswith("memdb")]) and (
        time.monotonic() < deadline
    ):
        time.sleep(0.01)
    assert left == []
