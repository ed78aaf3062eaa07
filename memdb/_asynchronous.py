"""The async API: the verbs of `Memory` and `StreamView` as coroutines, their blocking work in threads.

The signatures are those of the blocking methods, so that the two cannot differ.
"""

import os
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from memdb._database import Memory, open_memory
from memdb._stream_view import StreamView
from memdb._workers import Threaded, Workers, threaded
from memdb.models import ChatModel, Embedder
from memdb.records.extraction import FrozenReading
from memdb.records.packet import Draft


def aopen(
    path: str | os.PathLike[str] | None = None,
    *,
    create: bool = True,
    reader: ChatModel | None = None,
    extractor: ChatModel | None = None,
    scheduler: ChatModel | None = None,
    embedder: Embedder | None = None,
    passphrase: str | None = None,
) -> "AsyncMemory":
    """As `memdb.open`, for programs that run on asyncio: `async with memdb.aopen(path) as memory:`.

    The file is opened, and an error raised, where the block is entered.
    """
    return AsyncMemory(
        partial(
            open_memory,
            path,
            create=create,
            reader=reader,
            extractor=extractor,
            scheduler=scheduler,
            embedder=embedder,
            passphrase=passphrase,
        )
    )


class AsyncMemory(Threaded[Memory]):
    """A `Memory` for asyncio: each verb is a coroutine with the same options and result.

    Several may be awaited at once. A call whose task is cancelled before it began is not made; one that runs stores
    all of its batch or nothing, also when the memory is closed meanwhile. Callbacks are called in the working thread.
    """

    def __init__(self, start: Callable[[], Memory]) -> None:
        """See `memdb.aopen`, which is the way to get one."""
        super().__init__(Workers(), None)
        self._start = start

    async def __aenter__(self) -> Self:
        """Opens the file."""
        try:
            self._opened = await self._workers.run(self._start, late=Memory.close)
        except BaseException:
            await self._workers.close(lambda: None)
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the memory."""
        await self.close()

    async def close(self) -> None:
        """Waits for the calls that are awaited, and closes the file; calls that were cancelled are cut short."""
        await self._workers.close(self._blocking.close)

    @property
    def path(self) -> Path:
        """The memory file."""
        return self._blocking.path

    def stream(self, name: str) -> "AsyncStreamView":
        """A view of this memory that reads and writes one stream."""
        return AsyncStreamView(self._workers, self._blocking.stream(name))

    def export(self, *, streams: Sequence[str] | None = None) -> AsyncIterator[Draft]:
        """As `Memory.export`, for `async for`."""
        return self._workers.iterate(partial(self._blocking.export, streams=streams))

    def readings(self, *, streams: Sequence[str] | None = None) -> AsyncIterator[FrozenReading]:
        """As `Memory.readings`, for `async for`."""
        return self._workers.iterate(partial(self._blocking.readings, streams=streams))

    add = threaded(Memory.add)
    ingest = threaded(Memory.ingest)
    watch = threaded(Memory.watch)
    ingest_drafts = threaded(Memory.ingest_drafts)
    correct = threaded(Memory.correct)
    set_cardinality = threaded(Memory.set_cardinality)
    forget = threaded(Memory.forget)

    read = threaded(Memory.read)
    ask = threaded(Memory.ask)
    search = threaded(Memory.search)
    trace = threaded(Memory.trace)
    facts = threaded(Memory.facts)
    relations = threaded(Memory.relations)
    settings = threaded(Memory.settings)
    show = threaded(Memory.show)
    packets = threaded(Memory.packets)
    sessions = threaded(Memory.sessions)
    cells = threaded(Memory.cells)
    rebuild_cells = threaded(Memory.rebuild_cells)
    export_tables = threaded(Memory.export_tables)

    reembed = threaded(Memory.reembed)
    models = threaded(Memory.models)
    use = threaded(Memory.use)
    enrich = threaded(Memory.enrich)
    replay = threaded(Memory.replay)
    usage = threaded(Memory.usage)
    forget_answers = threaded(Memory.forget_answers)

    streams = threaded(Memory.streams)
    stats = threaded(Memory.stats)
    check = threaded(Memory.check)
    backup = threaded(Memory.backup)


class AsyncStreamView(Threaded[StreamView]):
    """A `StreamView` for asyncio: each verb is a coroutine with the same options and result."""

    def __init__(self, workers: Workers, view: StreamView) -> None:
        """See `AsyncMemory.stream`, which is the way to get one."""
        super().__init__(workers, view)

    @property
    def name(self) -> str:
        """The stream."""
        return self._blocking.name

    def export(self) -> AsyncIterator[Draft]:
        """As `Memory.export`, for `async for`."""
        return self._workers.iterate(self._blocking.export)

    add = threaded(StreamView.add)
    ingest = threaded(StreamView.ingest)
    ingest_drafts = threaded(StreamView.ingest_drafts)
    correct = threaded(StreamView.correct)
    forget = threaded(StreamView.forget)

    read = threaded(StreamView.read)
    ask = threaded(StreamView.ask)
    search = threaded(StreamView.search)
    trace = threaded(StreamView.trace)
    facts = threaded(StreamView.facts)
    packets = threaded(StreamView.packets)
    sessions = threaded(StreamView.sessions)
    cells = threaded(StreamView.cells)
