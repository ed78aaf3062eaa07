"""Servers over a memory of a few records, and the SDK's client in this process."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

import memdb
from memdb.mcp import Reach, build

TURNS = (
    ("home", "Ana Duarte", "I live in Porto.", "2026-01-05"),
    ("home", "Ana Duarte", "I moved to Ghent.", "2026-03-02"),
    ("home", "Ben Okafor", "My sister is Mara.", "2026-03-03"),
    ("work", "Ngozi Eze", "The planning meeting is held in Room B.", "2026-03-04"),
    ("work", "Ngozi Eze", "My password hint is heliotrope.", "2026-03-05"),
)
Session = Callable[[Client], Awaitable[Any]]


@pytest.fixture
def filled(path) -> Path:
    """A memory with two streams."""
    with memdb.open(path) as memory:
        for stream, speaker, text, day in TURNS:
            memory.add(text, stream=stream, speaker=speaker, said_at=day, session="talk")
    return path


@pytest.fixture
def talk() -> Callable[..., Any]:
    """Run a session of a client with a server: `talk(reach, session)` returns what the session does."""

    def run(reach: Reach, session: Session, mode: str = "auto") -> Any:
        async def held() -> Any:
            async with Client(build(reach), mode=mode) as client:
                return await session(client)

        return anyio.run(held)

    return run


@pytest.fixture
def call(filled, talk) -> Callable[..., Any]:
    """Call one tool of a server that has the streams given; get the client's result."""

    def run(tool: str, *streams: str, **arguments: Any) -> Any:
        reach = Reach(lambda: memdb.open(filled), streams)
        return talk(reach, lambda client: client.call_tool(tool, arguments))

    return run
