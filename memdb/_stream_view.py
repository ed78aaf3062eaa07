"""A view of one stream of a memory: the same verbs, without naming the stream each time."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import TYPE_CHECKING, TypedDict, Unpack

from memdb._reading import ReadOptions, Trace
from memdb.records.evidence import Answer, Evidence, Recipe
from memdb.records.packet import Draft, Packet, Profile
from memdb.records.reports import Added, CellInfo, Fact, ForgetReport, Hit, IngestReport, SessionInfo

if TYPE_CHECKING:
    from memdb._database import Memory

Progress = Callable[[int, int | None], None]
"""Called with what is done and, where it is known, the total: bytes of a file, or a count of records."""


class AddOptions(TypedDict, total=False):
    """The optional parts of one added record; see `Memory.add`."""

    session: str | None
    turn: str | None
    speaker: str | None
    said_at: str | datetime | None
    caption: str | None
    image_query: str | None


class StreamView:
    """One stream of a memory: the same verbs, without naming the stream each time."""

    def __init__(self, memory: "Memory", name: str) -> None:
        """See `Memory.stream`, which is the way to get one."""
        self.name = name
        self._memory = memory

    def _streams(self) -> list[str]:
        """The stream to read: none while nothing was written to it, which reads as an empty memory."""
        return [self.name] if self.name in self._memory.streams() else []

    def add(self, content: str, **options: Unpack[AddOptions]) -> Added:
        """As `Memory.add`."""
        return self._memory.add(content, stream=self.name, **options)

    def ingest(
        self,
        source: str | os.PathLike[str],
        *,
        format: str = "auto",
        profile: Profile | None = None,
        progress: Progress | None = None,
        dry_run: bool = False,
        revive: bool = False,
    ) -> IngestReport:
        """As `Memory.ingest`; records that name a stream of their own still go there."""
        return self._memory.ingest(
            source, stream=self.name, format=format, profile=profile, progress=progress, dry_run=dry_run, revive=revive
        )

    def ingest_drafts(
        self,
        drafts: Iterable[Draft],
        *,
        profile: Profile | None = None,
        source: str = "drafts",
        revive: bool = False,
    ) -> IngestReport:
        """As `Memory.ingest_drafts`; every record goes to this stream, whatever stream it names."""
        mine = (replace(draft, stream=None) for draft in drafts)
        return self._memory.ingest_drafts(mine, stream=self.name, profile=profile, source=source, revive=revive)

    def read(self, question: str, **options: Unpack[ReadOptions]) -> Evidence:
        """As `Memory.read`."""
        return self._memory.read(question, **(options | ReadOptions(streams=self._streams())))

    def ask(self, question: str, *, reader: str = "auto", **options: Unpack[ReadOptions]) -> Answer:
        """As `Memory.ask`."""
        return self._memory.ask(question, reader=reader, **(options | ReadOptions(streams=self._streams())))

    def search(
        self,
        query: str,
        *,
        k: int = 10,
        as_of: str | int | date | None = None,
        asker: str | None = None,
        asked_at: str | date | None = None,
        recipe: Recipe = "best",
        channels: Sequence[str] | None = None,
    ) -> tuple[Hit, ...]:
        """As `Memory.search`."""
        return self._memory.search(
            query, streams=self._streams(), k=k, as_of=as_of, asker=asker, asked_at=asked_at, recipe=recipe,
            channels=channels,
        )  # fmt: skip

    def trace(self, question: str, **options: Unpack[ReadOptions]) -> Trace:
        """As `Memory.trace`."""
        return self._memory.trace(question, **(options | ReadOptions(streams=self._streams())))

    def facts(
        self, subject: str | None = None, *, history: bool = False, as_of: str | int | date | None = None
    ) -> tuple[Fact, ...]:
        """As `Memory.facts`."""
        return self._memory.facts(subject, streams=self._streams(), history=history, as_of=as_of)

    def correct(self, subject: str, relation: str, value: str, *, said_at: str | datetime | None = None) -> Added:
        """As `Memory.correct`."""
        return self._memory.correct(subject, relation, value, stream=self.name, said_at=said_at)

    def packets(self, session: str) -> tuple[Packet, ...]:
        """As `Memory.packets`; a stream to which nothing was written has none."""
        return self._memory.packets(self.name, session) if self._streams() else ()

    def sessions(self) -> tuple[SessionInfo, ...]:
        """As `Memory.sessions`."""
        return self._memory.sessions(streams=self._streams())

    def cells(self, *, limit: int | None = None) -> tuple[CellInfo, ...]:
        """As `Memory.cells`."""
        return self._memory.cells(streams=self._streams(), limit=limit)

    def export(self) -> Iterator[Draft]:
        """As `Memory.export`."""
        return self._memory.export(streams=self._streams())

    def forget(
        self,
        *,
        session: str | None = None,
        speaker: str | None = None,
        matching: str | None = None,
        dry_run: bool = False,
    ) -> ForgetReport:
        """As `Memory.forget`; without a selector the whole stream is forgotten."""
        return self._memory.forget(
            stream=self.name, session=session, speaker=speaker, matching=matching, dry_run=dry_run
        )
