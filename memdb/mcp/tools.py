"""The tools: what each takes, gives and does."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mcp_types import Tool as Listed
from mcp_types import ToolAnnotations

from memdb import Added, UsageError
from memdb.mcp.arguments import Arguments, Ask, Correct, Facts, Forget, Remember, Search, Status
from memdb.mcp.forgetting import Forgetting
from memdb.mcp.reach import Reach
from memdb.mcp.results import Answered, Forgotten, Found, Held, MemoryStatus, answered, found, schema


def remember(reach: Reach, call: Remember) -> Added:
    """Stores one record."""
    who = {"speaker": call.speaker} if call.speaker else {}
    return reach.memory.add(
        call.text, stream=reach.writing(call.stream), session=call.session or None, said_at=call.said_at or None, **who
    )


def ask(reach: Reach, call: Ask) -> Answered:
    """Answers from memory."""
    streams = reach.reading(call.stream)
    return answered(reach.memory.ask(call.question, streams=streams, as_of=call.as_of or None), call.sources)


def search(reach: Reach, call: Search) -> Found:
    """Ranks records."""
    streams = reach.reading(call.stream)
    return found(reach.memory.search(call.query, streams=streams, k=call.limit, as_of=call.as_of or None))


def facts(reach: Reach, call: Facts) -> Held:
    """Lists values."""
    streams = reach.reading(call.stream)
    held = reach.memory.facts(call.subject or None, streams=streams, history=call.history, as_of=call.as_of or None)
    return Held(facts=held[: call.limit], more=max(0, len(held) - call.limit))


def correct(reach: Reach, call: Correct) -> Added:
    """Sets a value in the stream that knows the subject: anywhere else it would correct nothing."""
    known = sorted({fact.stream for fact in reach.memory.facts(call.subject, streams=reach.reading(call.stream))})
    if len(known) > 1:
        raise UsageError(f"{call.subject[:60]!r} is known in several streams, name one: {', '.join(known)}")
    stream = known[0] if known else reach.writing(call.stream)
    return reach.memory.correct(call.subject, call.relation, call.value, stream=stream, said_at=call.said_at or None)


def status(reach: Reach, _: Status) -> MemoryStatus:
    """Tells what the memory holds within reach."""
    stats = reach.memory.stats()
    streams = {name: count for name, count in stats.streams.items() if not reach.streams or name in reach.streams}
    return MemoryStatus(
        path=str(reach.memory.path), streams=streams, awaiting_embedding=stats.awaiting_embedding,
        models={role: choice.spec if choice else None for role, choice in reach.memory.models().items()},
        awaiting_model=stats.awaiting_model, notes=stats.notes,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool: the class of its arguments, which names and describes it, that of its result, and what it does."""

    title: str
    takes: type[Arguments]
    gives: type
    does: Callable[[Reach, Any], Any]
    reads: bool = True
    destroys: bool = False

    @property
    def name(self) -> str:
        """The name by which it is called."""
        return self.takes.__name__.lower()

    def listed(self) -> Listed:
        """What a client is told of it."""
        takes = schema(self.takes)
        return Listed(
            name=self.name, title=self.title, description=takes.pop("description"), input_schema=takes,
            output_schema=schema(self.gives),
            annotations=ToolAnnotations(
                read_only_hint=self.reads, destructive_hint=self.destroys, idempotent_hint=self.reads,
                open_world_hint=False,
            ),
        )  # fmt: skip


def tools() -> dict[str, Tool]:
    """The tools of one server by name."""
    every = (
        Tool(title="Remember", takes=Remember, gives=Added, does=remember, reads=False),
        Tool(title="Ask memory", takes=Ask, gives=Answered, does=ask),
        Tool(title="Search memory", takes=Search, gives=Found, does=search),
        Tool(title="List facts", takes=Facts, gives=Held, does=facts),
        Tool(title="Correct a fact", takes=Correct, gives=Added, does=correct, reads=False),
        Tool(title="Forget", takes=Forget, gives=Forgotten, does=Forgetting(), reads=False, destroys=True),
        Tool(title="Memory status", takes=Status, gives=MemoryStatus, does=status),
    )
    return {tool.name: tool for tool in every}
