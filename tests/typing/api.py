"""The typing contract of the public API: this file is type-checked and never run.

A line with an ignore must be an error: the checkers report an ignore that is not needed.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, assert_type

import memdb
from memdb.models import ChatModel, ChatRequest, Completion, Embedder, FakeChatModel


def opening(path: Path) -> None:
    assert_type(memdb.open(), memdb.Memory)
    assert_type(memdb.open(str(path), create=False), memdb.Memory)
    with memdb.open(path) as memory:
        assert_type(memory, memdb.Memory)
        assert_type(memory.path, Path)


def writing(memory: memdb.Memory, drafts: Sequence[memdb.Draft]) -> None:
    added = memory.add("x", stream="s", session=None, turn="1", speaker=None, said_at=datetime.now(UTC), caption="c")
    assert_type(added, memdb.Added)
    assert_type(added.packet, int)
    assert_type(added.new, bool)
    assert_type(memory.ingest("f", profile="notes", progress=print), memdb.IngestReport)
    assert_type(memory.ingest_drafts(iter(drafts), profile="facts"), memdb.IngestReport)
    assert_type(memory.ingest("-").skipped, dict[str, int])
    assert_type(memory.correct("a", "b", "c", said_at="2024"), memdb.Added)
    assert_type(memory.forget(speaker="a", stream="s"), memdb.ForgetReport)


def reading(memory: memdb.Memory) -> None:
    answer = memory.ask("q", reader="auto", streams=("a", "b"), as_of=5, k=3, extra=0, view="raw", adaptive=True)
    assert_type(answer, memdb.Answer)
    assert_type(answer.citations, tuple[int, ...])
    assert_type(answer.evidence, memdb.Evidence)
    assert_type(answer.to_dict(), dict[str, Any])
    assert_type(memory.read("q", as_of="2024", channels=["lexical"], asker="Ana"), memdb.Evidence)
    assert_type(memory.search("q", k=5), tuple[memdb.Hit, ...])
    assert_type(memory.facts("Ana", history=True), tuple[memdb.Fact, ...])
    assert_type(memory.facts()[0].superseded_by, str | None)
    assert_type(memory.trace("q", scheduler="fast"), memdb.Trace)
    for packet in answer.evidence.packets:
        assert_type(packet, memdb.EvidencePacket)
        assert_type(packet.role, memdb.Role)
        assert_type(packet.via, tuple[memdb.Via, ...])
        assert_type(packet.claims, tuple[memdb.EvidenceClaim, ...])
    assert_type(answer.evidence.graph, memdb.Graph)
    assert_type(answer.evidence.graph.edges, tuple[memdb.Edge, ...])


def looking_after(memory: memdb.Memory) -> None:
    assert_type(memory.show(1), dict[str, Any])
    assert_type(memory.sessions(), tuple[memdb.SessionInfo, ...])
    assert_type(memory.stats(), memdb.Stats)
    assert_type(memory.check(repair=True), memdb.CheckReport)
    assert_type(memory.check().problems, tuple[memdb.Problem, ...])
    assert_type(memory.backup("copy.db"), Path)
    assert_type(memory.export(), Iterator[memdb.Draft])
    memory.close()


def one_stream(memory: memdb.Memory) -> None:
    view = memory.stream("work")
    assert_type(view, memdb.StreamView)
    assert_type(view.add("x", speaker="Ana"), memdb.Added)
    assert_type(view.ask("q", k=3), memdb.Answer)
    assert_type(view.search("q"), tuple[memdb.Hit, ...])
    assert_type(view.export(), Iterator[memdb.Draft])


def models(model: ChatModel, embedder: Embedder, request: ChatRequest) -> None:
    fake: ChatModel = FakeChatModel(["yes"])
    assert_type(fake.complete(request), Completion)
    assert_type(model.name, str)
    assert_type(embedder.embed(["a"]), list[list[float]])


def refused(memory: memdb.Memory, draft: memdb.Draft, answer: memdb.Answer) -> None:
    memory.add("x", "main")  # type: ignore[call-arg]  # options are named
    memory.ask("q", view="zoom")  # type: ignore[arg-type]
    memory.ask("q", depth=3)  # type: ignore[call-arg]
    memory.add(5)  # type: ignore[arg-type]
    memory.ingest("f", profile="poetry")  # type: ignore[arg-type]
    memory.facts(as_of=1.5)  # type: ignore[arg-type]
    draft.content = "y"  # type: ignore[misc]  # records are frozen
    answer.answer = "y"  # type: ignore[misc]
    memdb.Draft("x")  # type: ignore[call-arg]  # fields are named


def handled(memory: memdb.Memory) -> str:
    try:
        return memory.ask("q").answer
    except memdb.NotFoundError as error:
        assert_type(error, memdb.NotFoundError)
        return str(error)
    except memdb.MemdbError as error:
        return str(error)
