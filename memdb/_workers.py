"""Threads for the blocking calls of the async API."""

from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from contextvars import copy_context
from functools import partial, wraps
from itertools import islice
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar

from memdb.errors import UsageError

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

WORKERS = 8
"""Calls of one memory that run at once; further ones wait their turn."""
_PAGE = 500

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
R = TypeVar("R")
P = ParamSpec("P")


class Workers:
    """A few threads, each with its own connections to the file."""

    def __init__(self) -> None:
        """Threads start when they are needed."""
        self._pool = _threads(WORKERS)
        self._awaited: set[Future[Any]] = set()
        self._closed = False

    async def run(self, call: Callable[[], R], *, late: Callable[[R], None] | None = None) -> R:
        """The result of a call made in a thread. A call that runs goes on when the task that awaits it is cancelled.

        `late` takes a result that nobody awaits any more.
        """
        import asyncio  # noqa: PLC0415 - a program that awaits has it

        self._require_open()
        future = self._pool.submit(copy_context().run, call)
        self._awaited.add(future)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            if late is not None:
                future.add_done_callback(partial(_pass_on, late))
            raise
        finally:
            self._awaited.discard(future)

    async def iterate(self, start: Callable[[], Iterator[R]]) -> AsyncGenerator[R]:
        """The items of an iterator that lives in a thread of its own, since a connection belongs to its thread."""
        import asyncio  # noqa: PLC0415

        self._require_open()
        pool = _threads(1)
        try:
            items = await asyncio.wrap_future(pool.submit(start))
            while page := await asyncio.wrap_future(pool.submit(_page, items)):
                for item in page:
                    yield item
        finally:
            pool.shutdown(wait=False)

    def _require_open(self) -> None:
        if self._closed:
            raise UsageError("this memory is closed: open it again")

    async def close(self, last: Callable[[], None]) -> None:
        """Waits for what is awaited, then makes the last call, after which what was cancelled comes to its end."""
        import asyncio  # noqa: PLC0415

        self._closed = True
        try:
            if self._awaited:
                await asyncio.wait([asyncio.wrap_future(future) for future in self._awaited])
        finally:
            await asyncio.to_thread(self._shut, last)

    def _shut(self, last: Callable[[], None]) -> None:
        last()
        self._pool.shutdown(cancel_futures=True)


def _threads(most: int) -> "ThreadPoolExecutor":
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - only who awaits pays

    return ThreadPoolExecutor(most, thread_name_prefix="memdb")


def _pass_on(late: Callable[[R], None], future: "Future[R]") -> None:
    if not future.cancelled() and future.exception() is None:
        late(future.result())


def _page(items: Iterator[R]) -> list[R]:
    return list(islice(items, _PAGE))


class Threaded(Generic[S_co]):
    """The async side of an object whose methods block."""

    def __init__(self, workers: Workers, blocking: S_co | None) -> None:
        """An object that is not open yet is None."""
        self._workers = workers
        self._opened = blocking

    @property
    def _blocking(self) -> S_co:
        if self._opened is None:
            raise UsageError("this memory is not open: use it as `async with memdb.aopen(path) as memory:`")
        return self._opened

    async def _in_thread(self, call: Callable[[S_co], R]) -> R:
        return await self._workers.run(partial(call, self._blocking))


def threaded(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[Threaded[S], P], Coroutine[Any, Any, R]]:
    """The async method that makes the call of a blocking one in a thread: same name, options and result."""

    @wraps(method)
    async def call(self: Threaded[S], /, *args: P.args, **options: P.kwargs) -> R:
        return await self._in_thread(lambda blocking: method(blocking, *args, **options))  # pyright: ignore[reportPrivateUsage] - it is that class's method

    return call
