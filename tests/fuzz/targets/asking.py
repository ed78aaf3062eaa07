"""Questions, searches, and whatever else callers name in words."""

import json
from collections.abc import Callable
from typing import TypeVar

import memdb

from . import scratch
from .errors import require_readable

T = TypeVar("T")


def _text(data: bytes) -> str:
    """Any text that a program may hold, halves of characters too."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode(errors="replace")


def ask(data: bytes) -> None:
    """A text as a question and as words to search for."""
    question = _text(data)
    memory = scratch.shared()
    for streams in (None, ["facts"]):
        answer = memory.ask(question, streams=streams)
        assert answer.answer
        assert len(json.dumps(answer.to_dict())) <= 50_000 + 12 * len(question)
        for hit in memory.search(question, streams=streams, k=5):
            assert hit.rank <= 5


def name(data: bytes) -> None:
    """A text as a subject, asker, stream, time, relation and value."""
    text = _text(data)
    memory = scratch.shared()
    calls = (
        lambda: memory.facts(text), lambda: memory.facts(as_of=text),
        lambda: memory.ask("Where do I live?", asker=text),
        lambda: memory.ask("Where did I live last year?", asked_at=text), lambda: memory.search("Ghent", as_of=text),
        lambda: memory.search("Ghent", streams=[text]), lambda: memory.packets("main", text),
        lambda: memory.forget(speaker=text, dry_run=True), lambda: memory.forget(stream=text, dry_run=True),
        lambda: memory.forget(session=text, stream="main", dry_run=True),
    )  # fmt: skip
    for call in calls:
        _refused_or(call)


def write(data: bytes) -> None:
    """A text as a record, its speaker, session, turn and time, and as a correction; it comes back as it was."""
    text = _text(data)
    with memdb.open(scratch.memory_file()) as memory:
        for options in ({}, {"speaker": text}, {"session": text, "turn": text}, {"stream": text}, {"said_at": text}):
            added = _refused_or(lambda options=options: memory.add(text, **options))
            assert added is None or memory.show(added.packet)["content"] == text
        for words in ((text, "lives in", "Oslo"), ("Ana Duarte", text, "Oslo"), ("Ana Duarte", "lives in", text)):
            _refused_or(lambda words=words: memory.correct(*words, said_at="2024-03-01"))
        assert memory.check().problems == ()
        memory.facts(history=True)


def _refused_or(call: Callable[[], T]) -> T | None:
    try:
        return call()
    except memdb.MemdbError as error:
        require_readable(str(error))
        return None


TARGETS = {"ask": ask, "name": name, "write": write}
