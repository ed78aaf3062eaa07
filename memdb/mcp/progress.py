"""Blocking work in a thread, with a sign of life each second for the client who asked for one."""

from collections.abc import Callable
from typing import TypeVar

import anyio
import anyio.to_thread
from mcp import ServerSession

T = TypeVar("T")
EVERY_SECONDS = 1.0


async def with_progress(session: ServerSession, title: str, work: Callable[[], T]) -> T:
    """Does the work, which must not raise, in a thread; a client that cancels is not kept waiting for its end."""
    done: list[T] = []
    async with anyio.create_task_group() as group:
        group.start_soon(_tell, session, title)
        done.append(await anyio.to_thread.run_sync(work, abandon_on_cancel=True))
        group.cancel_scope.cancel()
    return done[0]


async def _tell(session: ServerSession, title: str) -> None:
    seconds = 0.0
    while True:
        await anyio.sleep(EVERY_SECONDS)
        seconds += EVERY_SECONDS
        await session.report_progress(seconds, message=f"{title}: {seconds:.0f} s")
