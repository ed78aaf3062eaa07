"""The `Memory` facade: wires the rooms together and holds no algorithm."""

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import Any, Self, Unpack, get_args

from memdb import _reading
from memdb._answering import answer
from memdb._correcting import correct, set_cardinality
from memdb._enriching import Enricher
from memdb._exporting import export_tables
from memdb._freezing import readings, replay
from memdb._memory_models import MemoryModels
from memdb._modelling import checked_choice
from memdb._pipeline import Ingest
from memdb._reading import ReadOptions, Trace
from memdb._stream_view import Progress, StreamView
from memdb.assertions import facts, relations, subjects
from memdb.errors import NotFoundError, UsageError
from memdb.extract import unpack_event
from memdb.importers import Item, Source, open_source
from memdb.ingest import export_stream, forget, reindex
from memdb.models import ChatModel, Embedder, LoadOptions, ModelChoice
from memdb.models import Role as ModelRole
from memdb.models.ledger import forget_answers, usage
from memdb.placement import Placer, cells, place_awaiting, rebuild_cells, restore_cells
from memdb.query import Step
from memdb.records.catalogue import Cardinality
from memdb.records.dates import parse_time
from memdb.records.evidence import Answer, Evidence, Recipe
from memdb.records.extraction import FactFrontendName, FrozenReading
from memdb.records.keys import entity_key
from memdb.records.moments import moment
from memdb.records.packet import OWNER, Draft, Layout, Packet, Profile
from memdb.records.plain import plain
from memdb.records.reports import (
    Added,
    CellInfo,
    CellsReport,
    CheckReport,
    EmbedReport,
    EnrichProgress,
    EnrichReport,
    ExportReport,
    Fact,
    ForgetReport,
    Hit,
    IngestReport,
    RelationInfo,
    ReplayReport,
    SessionInfo,
    Stats,
    UsageReport,
    WatchNews,
    WatchReport,
)
from memdb.records.shown import shown
from memdb.records.tokens import TOKENIZER_VERSION
from memdb.store import (
    VERIFIED,
    Connection,
    Store,
    back_up,
    problems,
    rebuild_latest,
    restore_index,
    sessions,
    sql,
    stats,
)
from memdb.watch import Watcher

MAIN = "main"
_PACKET = tuple(field.name for field in fields(Packet))


def open_memory(
    path: str | os.PathLike[str] | None = None,
    *,
    create: bool = True,
    reader: ChatModel | None = None,
    extractor: ChatModel | None = None,
    scheduler: ChatModel | None = None,
    embedder: Embedder | None = None,
) -> "Memory":
    """Opens a memory file: `path`, else `$MEMDB_PATH`, else a file in the platform's user data folder.

    A file that does not exist is made at the first write, unless `create` is unset. A model given here goes before the
    one that the file names for its role.

    Raises:
        MissingFileError: there is no such file and `create` is unset.
        NotMemdbError: the file is something else.
        NewerSchemaError: a newer memdb wrote the file.
    """
    models = {"reader": reader, "extractor": extractor, "scheduler": scheduler}
    chat = {role: model for role, model in models.items() if model is not None}
    return Memory(default_path() if path is None else Path(path), create=create, chat=chat, embedder=embedder)


def default_path() -> Path:
    """Where the memory lives when nobody says otherwise."""
    named = os.environ.get("MEMDB_PATH")
    if named:
        return Path(named)
    import platformdirs  # noqa: PLC0415 - only needed when no path is given

    return Path(platformdirs.user_data_dir("memdb", appauthor=False)) / "memory.db"


class Memory:
    """A long-term memory in one SQLite file. Safe to use from several threads and processes at once."""

    def __init__(
        self,
        path: Path,
        *,
        create: bool = True,
        chat: Mapping[str, ChatModel] | None = None,
        embedder: Embedder | None = None,
    ) -> None:
        """See `memdb.open`, which is the way to get one."""
        self.path = path
        self._store = Store(path, create=create)
        self._models = MemoryModels(self._store, self._reading_connection, chat or {}, embedder)

    def __enter__(self) -> Self:
        """Use as a context manager closes the memory at the end."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the memory."""
        self.close()

    def close(self) -> None:
        """Closes the file; using the memory afterwards raises `UsageError`."""
        self._store.close()

    def stream(self, name: str) -> "StreamView":
        """A view of this memory that reads and writes one stream."""
        return StreamView(self, name)

    # --- writing

    def add(
        self,
        content: str,
        *,
        stream: str = MAIN,
        session: str | None = None,
        turn: str | None = None,
        speaker: str | None = OWNER,
        said_at: str | datetime | None = None,
        caption: str | None = None,
        image_query: str | None = None,
    ) -> Added:
        """Stores one record; without `said_at` it is said now.

        Raises:
            UsageError: the content is empty, or `said_at` is no date.
        """
        if not content.strip() and not caption:
            raise UsageError("the text is empty: nothing to remember")
        draft = Draft(
            content=content, stream=stream, session=session, turn=turn, speaker=speaker, said_at=_time(said_at),
            caption=caption, image_query=image_query,
        )  # fmt: skip
        ingest = self._ingest("add", "add", None, stream, default="dialogue")
        with self._models.embedding(with_table=False):
            report = ingest.run([draft])
        assert ingest.last is not None, "one draft was stored or found"
        packet = ingest.last.packet
        return Added(packet=packet.id, stream=packet.stream, session=packet.session, new=report.stored == 1)

    def ingest(
        self,
        source: str | os.PathLike[str],
        *,
        stream: str | None = None,
        format: str = "auto",
        profile: Profile | None = None,
        progress: Progress | None = None,
        dry_run: bool = False,
    ) -> IngestReport:
        """Imports a file, a zip archive or a folder ("-" is standard input); importing it again changes nothing.

        Args:
            source: the file, archive or folder.
            stream: the stream for records that name none; each format has a default.
            format: one of the formats of `docs/formats.md`, or "auto" to detect it by shape.
            profile: how the streams are read; each format has a default for new ones.
            progress: called with bytes done and bytes in all.
            dry_run: count what is new, what is there already and what is skipped, and write nothing.

        Raises:
            ImportFileError: the file is missing, empty, binary, cut short or of unknown format; nothing is written.
            UsageError: a stream is there with another profile than the one given.
        """
        opened = open_source(source, format=format, stream=stream)

        def after_batch() -> None:
            if progress:
                progress(opened.bytes_read, opened.total_bytes)

        if dry_run:
            into = stream or opened.default_stream
            ingest = self._ingest(opened.uri, opened.format, profile, into, default=opened.profile, reads=True)
            return ingest.preview(opened, after_batch=after_batch)
        return self._take(opened, opened, stream=stream, profile=profile, after_batch=after_batch)

    def watch(
        self,
        *paths: str | os.PathLike[str],
        stream: str | None = None,
        format: str = "auto",
        profile: Profile | None = None,
        interval: float = 1.0,
        stop: Event | None = None,
        tell: Callable[[WatchNews], None] | None = None,
    ) -> WatchReport:
        """Imports files and what is in folders, then what is new in them as they change, until it is stopped.

        How far each file was read is kept in the memory: a watch that was stopped or killed goes on where it was.

        Args:
            paths: files and folders; those in folders, too.
            stream: as in `ingest`.
            format: as in `ingest`.
            profile: as in `ingest`.
            interval: seconds between two looks.
            stop: ends the watch when it is set; without one it never ends.
            tell: called after each file that brought something or has a problem.

        Raises:
            UsageError: nothing to watch, a path that is not there, or an interval of no time.
        """
        roots = [Path(path).absolute() for path in paths]
        missing = [path for path in roots if not path.exists()]
        if not roots or missing:
            raise UsageError(f"there is no {missing[0]} to watch: check the path" if missing else "name what to watch")
        if interval <= 0:
            raise UsageError("the interval is more than no seconds")
        return Watcher(
            self._store.connection(), roots, stream=stream, format=format, stop=stop or Event(),
            tell=tell or (lambda _: None), take=partial(self._take, stream=stream, profile=profile),
        ).run(interval)  # fmt: skip

    def _take(
        self,
        source: Source,
        items: Iterable[Item],
        *,
        stream: str | None,
        profile: Profile | None,
        after_batch: Callable[[], None] | None = None,
    ) -> IngestReport:
        """Stores items of a source."""
        into = stream or source.default_stream
        ingest = self._ingest(source.uri, source.format, profile, into, default=source.profile)
        with self._models.embedding(with_table=False):
            report = ingest.run(items, after_batch=after_batch)
            ingest.finish(source.sha256)
        return report

    def ingest_drafts(
        self,
        drafts: Iterable[Draft],
        *,
        stream: str = MAIN,
        profile: Profile | None = None,
        source: str = "drafts",
    ) -> IngestReport:
        """Stores records that a program has; those that name no stream go to `stream`.

        A record without content and caption, or whose time is no date, is skipped and counted. A `profile` goes before
        those of the records.

        Raises:
            UsageError: a stream is there with another profile than the one given.
        """
        ingest = self._ingest(source, "drafts", profile, stream, default="dialogue")
        with self._models.embedding(with_table=False):
            return ingest.run(drafts)

    def _ingest(
        self,
        uri: str,
        source_format: str,
        profile: Profile | None,
        stream: str,
        *,
        default: Profile,
        reads: bool = False,
    ) -> Ingest:
        if profile is not None and profile not in get_args(Profile):
            raise UsageError(f"no profile named {shown(profile)}: use one of {', '.join(get_args(Profile))}")
        if not stream:
            raise UsageError("the stream has no name: give one, or leave it out")
        connection = self._store.reader() if reads else self._store.connection()
        return Ingest(
            connection, uri=uri, source_format=source_format, profile=profile or default, stream=stream,
            explicit=profile is not None, table=self._models.table,
        )  # fmt: skip

    def correct(
        self, subject: str, relation: str, value: str, *, stream: str = MAIN, said_at: str | datetime | None = None
    ) -> Added:
        """Sets the current value of a relation by hand; it outranks everything asserted so far and is kept as a record.

        `relation` is a name that `facts` shows or a phrase ("works at"). `said_at` defaults to now.
        """
        for name, part in (("subject", subject), ("relation", relation), ("value", value)):
            if not part.strip():
                raise UsageError(f"the {name} is empty: say what to correct")
        time = _time(said_at)
        with self._models.embedding(with_table=True):
            return correct(self._store.connection(), subject, relation, value, stream=stream, said_at=time)

    def set_cardinality(self, relation: str, cardinality: Cardinality) -> RelationInfo:
        """Says for good whether a relation holds one value ("single") or gathers several ("multi").

        What holds follows at once. `relation` as in `correct`.

        Raises:
            UsageError: it is neither "single" nor "multi".
            NotFoundError: there is no such relation.
        """
        if cardinality not in get_args(Cardinality):
            raise UsageError(
                f"no cardinality named {shown(cardinality)}: use one of {', '.join(get_args(Cardinality))}"
            )
        return set_cardinality(self._store.connection(), relation, cardinality)

    def forget(
        self,
        *,
        packet: int | None = None,
        session: str | None = None,
        stream: str | None = None,
        speaker: str | None = None,
        dry_run: bool = False,
    ) -> ForgetReport:
        """Removes one packet, session (with `stream`), stream or speaker, and everything derived from it.

        A speaker with `stream` is forgotten in that stream only. With `dry_run` nothing is removed: the report says how
        much would be.

        Raises:
            UsageError: no selector, or selectors that do not go together.
            NotFoundError: nothing is there to forget.
        """
        connection = self._reading_connection()
        chosen = [one for one in (packet, session, speaker) if one is not None]
        if len(chosen) > 1 or (packet is not None and stream is not None):
            raise UsageError("forget takes one selector: a packet, a session with its stream, a stream, or a speaker")
        if not chosen and stream is None:
            raise UsageError("forget needs a selector: a packet, a session with its stream, a stream, or a speaker")
        if session is not None and stream is None:
            raise UsageError(f"session {shown(session)} may occur in several streams: name the stream too")
        ids = [one.id for one in _reading.scope(connection, None if stream is None else [stream])]
        if not dry_run:
            place_awaiting(connection)
        settle = Placer(connection).finish
        if packet is not None:
            report = forget(connection, packet=packet, dry_run=dry_run, settle=settle)
        elif session is not None:
            report = forget(connection, session=(ids[0], session), dry_run=dry_run, settle=settle)
        elif speaker is not None:
            report = forget(connection, speaker=(ids, speaker), dry_run=dry_run, settle=settle)
        else:
            report = forget(connection, stream=ids[0], dry_run=dry_run, settle=settle)
        if report.packets == 0:
            what = packet if packet is not None else session if session is not None else speaker
            raise NotFoundError(f"nothing to forget: {shown(what)} is not in memory")
        return report

    # --- reading

    def read(self, question: str, **options: Unpack[ReadOptions]) -> Evidence:
        """Builds the evidence for a question without any generation.

        Options: `streams` (names; None is all), `as_of` (a date, or a position), `k` and `extra` (packets), `view`
        ("bundle", "raw" or "claim"), `scheduler` ("fast"; by a model "llm" or "labels"; "auto" decides by the model's
        pace and `time_budget`, in seconds), `adaptive` (size by score), `asker` (whom "I" means), `asked_at` (the
        day from which "last week" counts; None is the moment of `as_of`, or today),
        `recipe` ("best", or "paper" for the published one), `channels` (of "lexical", "dense", "graph", and with the
        recipe "paper" of "cells"; None is all), `settings` (the constants of the read path).

        Raises:
            UsageError: the question is empty or an option is unknown.
            NotFoundError: a stream is not there.
        """
        return _reading.evidence(self._steps(question, options))

    def ask(self, question: str, *, reader: str = "auto", **options: Unpack[ReadOptions]) -> Answer:
        """Answers a question with citations; options as in `read`.

        `reader` is "extractive" (needs no model), "llm" (the chosen model), or "auto": the model where one is chosen
        and the statements in memory leave a choice.

        Raises:
            UsageError: as `read`, or the reader is unknown or has no model.
            NotFoundError: a stream is not there.
            ModelError: the model failed; never for "auto".
        """
        state = self._steps(question, options)[-1].state
        return answer(state, reader, lambda: self._models.calls("reader"))

    def search(
        self,
        query: str,
        *,
        streams: Sequence[str] | None = None,
        k: int = 10,
        as_of: str | int | date | None = None,
        asker: str | None = None,
        asked_at: str | date | None = None,
        recipe: Recipe = "best",
        channels: Sequence[str] | None = None,
    ) -> tuple[Hit, ...]:
        """The k best packets for a query, best first."""
        options = ReadOptions(
            streams=streams, k=k, extra=0, as_of=as_of, asker=asker, asked_at=asked_at, recipe=recipe, channels=channels
        )
        steps = self._steps(query, options, ranking=True)
        return _reading.hits(steps[-1].state)

    def trace(self, question: str, **options: Unpack[ReadOptions]) -> Trace:
        """Every stage of the read of a question; options as in `read`."""
        return Trace(question, self._steps(question, options))

    def facts(
        self,
        subject: str | None = None,
        *,
        streams: Sequence[str] | None = None,
        history: bool = False,
        as_of: str | int | date | None = None,
    ) -> tuple[Fact, ...]:
        """What holds about a subject, or about all; with `history` also what no longer does, in the order of time.

        A first name finds the speakers who bear it.
        """
        connection = self._reading_connection()
        ids = [one.id for one in _reading.scope(connection, streams)]
        keys = subjects(connection, ids) if subject is None else _keys(connection, ids, subject)
        return facts(connection, ids, keys, at=moment(as_of), history=history)

    def relations(self, *, streams: Sequence[str] | None = None) -> tuple[RelationInfo, ...]:
        """The relations in use, those of most statements first: how many values each holds, and how memdb knows."""
        connection = self._reading_connection()
        return relations(connection, [one.id for one in _reading.scope(connection, streams)])

    def show(self, packet: int) -> dict[str, Any]:
        """One packet in full: the record, its claims, its statements, and what each frontend made of it.

        Raises:
            NotFoundError: there is no such packet.
        """
        connection = self._reading_connection()
        row = connection.row(sql("query/packets"), {"packets": json.dumps([packet])})
        if row is None:
            raise NotFoundError(f"no packet {packet}: `memdb search` shows the ids of packets")
        names = ("packet", "stream", "session", "position", "turn_index", "turn", "speaker", "said_at", "content",
                 "caption", "image_query", "session_started_at")  # fmt: skip
        of = {"packet": packet}
        return dict(zip(names, row, strict=True)) | {
            "claims": [_claim(claim) for claim in connection.rows(sql("store/packet_claims"), of)],
            "statements": [
                {
                    "frontend": frontend,
                    "subject": s,
                    "relation": r,
                    "object": o,
                    "positive": bool(positive),
                    "current": bool(current),
                }
                for frontend, s, r, o, positive, current in connection.rows(sql("store/packet_statements"), of)
            ],
            "extractions": [
                {"frontend": frontend, "status": status, "reason": reason, "model": model, "attempts": attempts}
                for frontend, status, reason, model, attempts in connection.rows(sql("store/packet_extractions"), of)
            ],
        }

    def packets(self, stream: str, session: str) -> tuple[Packet, ...]:
        """The records of a session in the order in which they were stored; none where there is no such session.

        Raises:
            NotFoundError: the stream is not there.
        """
        connection = self._reading_connection()
        (found,) = _reading.scope(connection, [stream])
        rows = connection.rows(sql("query/session_packets"), {"stream_id": found.id, "session": session})
        return tuple(Packet(**dict(zip(_PACKET, row, strict=True))) for row in rows)

    def sessions(self, *, streams: Sequence[str] | None = None) -> tuple[SessionInfo, ...]:
        """The sessions of the memory with the number of their packets."""
        connection = self._reading_connection()
        return sessions(connection, [one.id for one in _reading.scope(connection, streams)])

    def cells(self, *, streams: Sequence[str] | None = None, limit: int | None = None) -> tuple[CellInfo, ...]:
        """The groups of claims by which questions find them, in the order in which they were begun.

        `limit` is how many of each stream; None is all.
        """
        connection = self._reading_connection()
        found = (cells(connection, one.id, one.name, limit=limit) for one in _reading.scope(connection, streams))
        return tuple(info for of_stream in found for info in of_stream)

    def rebuild_cells(
        self, layout: Layout = "bounded", *, streams: Sequence[str] | None = None, speaker_counts: bool = False
    ) -> CellsReport:
        """Groups all claims anew, and those that come later in the same way; streams of facts have no groups.

        Args:
            layout: "bounded" (the paper's), or one to compare it with: "flat" (no groups), or blocks of claims in
                order: "sequential", "session", "entity" (of one person).
            streams: names; None is all.
            speaker_counts: whoever says a claim is among its people. Claims that come later are placed without.

        Raises:
            UsageError: there is no such layout.
            NotFoundError: a stream is not there.
        """
        if layout not in get_args(Layout):
            raise UsageError(f"no layout named {shown(layout)}: use one of {', '.join(get_args(Layout))}")
        begun = time.monotonic()
        connection = self._reading_connection()
        scope = [one for one in _reading.scope(connection, streams) if one.profile != "facts"]
        claims, made = rebuild_cells(connection, [one.id for one in scope], layout, speaker_counts=speaker_counts)
        return CellsReport(
            layout=layout, streams=tuple(one.name for one in scope), claims=claims, cells=made,
            seconds=round(time.monotonic() - begun, 3),
        )  # fmt: skip

    def export(self, *, streams: Sequence[str] | None = None) -> Iterator[Draft]:
        """Every packet as a draft that can be ingested again, stream by stream in source order."""
        connection = self._reading_connection()
        for stream in _reading.scope(connection, streams):
            yield from export_stream(connection, stream.id, stream.name)

    def export_tables(
        self, destination: str | os.PathLike[str], *, streams: Sequence[str] | None = None, overwrite: bool = False
    ) -> ExportReport:
        """Writes the packets, sessions, sources, claims and facts to a plain SQLite file that any tool can open.

        It is for looking at: a memory is moved by `export` or `backup`.

        Args:
            destination: a file that must not exist yet.
            streams: names; None is all.
            overwrite: the file may exist and is replaced when the new one is whole.

        Raises:
            StoreError: the destination exists, or cannot be written.
            NotFoundError: a stream is not there.
        """
        connection = self._reading_connection()
        scope = _reading.scope(connection, streams)
        return export_tables(connection, Path(destination), scope, overwrite=overwrite)

    def _steps(self, question: str, options: ReadOptions, *, ranking: bool = False) -> tuple[Step, ...]:
        models = self._models.of_read(options)
        return _reading.steps(self._reading_connection(), question, options, models=models, ranking=ranking)

    # --- models

    def reembed(self, *, progress: Progress | None = None) -> EmbedReport:
        """Embeds every record of conversations and notes that awaits it; a run that was stopped goes on where it was.

        In a file of an earlier memdb the claims are placed too, as the next write would do.

        Args:
            progress: called with records done and records in all.

        Raises:
            UsageError: the memory has no embedder.
            ModelError: the embedder failed; what was embedded before is kept.
        """
        place_awaiting(self._reading_connection())
        return self._models.reembed(progress)

    def models(self) -> dict[str, ModelChoice | None]:
        """The model that the file names for each role, or None; what was given to `memdb.open` is not told."""
        return self._models.named()

    def use(self, role: ModelRole, spec: str | None, **options: Unpack[LoadOptions]) -> ModelChoice | None:
        """Makes the file name a model for a role; None turns the role off.

        Roles: "reader" answers, "extractor" reads what was stored, "scheduler" selects evidence, "embedder" turns
        texts into vectors (after changing it, `reembed`). `spec` and options are those of `ModelChoice`; a name is
        looked for in memdb's folder, then among the models of other programs.

        Raises:
            UsageError: there is no such role, the model does not fit it, or an option cannot be meant.
            NotFoundError: there is no such model.
            ModelError: memdb cannot use it.
        """
        return self._models.use(role, checked_choice(role, spec, options))

    def enrich(
        self,
        *,
        streams: Sequence[str] | None = None,
        limit: int | None = None,
        time_budget: float | None = None,
        alone: bool = False,
        frontend: FactFrontendName = "hybrid",
        progress: Callable[[EnrichProgress], None] | None = None,
        model: ChatModel | None = None,
    ) -> EnrichReport:
        """Lets a model read the records that await it; a run that was stopped goes on where it was.

        Those of its claims that say more than the rules' are shown beside them from then on, and its statements join
        theirs; where both speak of one value in a record, the rules are kept. Of a fact stream only what the rules
        could not read is read, unless it is to be read alone.

        Args:
            streams: names; None is all.
            limit: records to read at most.
            time_budget: seconds after which no further record is begun.
            alone: what this run reads replaces the rules' statements in its records.
            frontend: how fact streams are read: "hybrid" asks the model about a sample, from which literal rules for
                the others are induced, and about what none of them fits; "llm" asks it about every record.
            progress: called after each record.
            model: reads in place of the file's extractor, or of its reader where it has none.

        Raises:
            UsageError: there is no model, or a bound is below its least.
            ModelError: the model failed before it read anything.
            NotFoundError: a stream is not there.
        """
        if frontend not in get_args(FactFrontendName):
            raise UsageError(f"no frontend named {shown(frontend)}: use one of {', '.join(get_args(FactFrontendName))}")
        if (limit is not None and limit < 1) or (time_budget is not None and time_budget <= 0):
            raise UsageError("a limit is at least one record, a time budget more than no seconds")
        connection = self._reading_connection()
        scope = _reading.scope(connection, streams)
        return Enricher(
            connection, self._models.of_enriching(model), streams=scope, limit=limit, time_budget=time_budget,
            alone=alone, frontend=frontend, progress=progress,
        ).run()  # fmt: skip

    def readings(self, *, streams: Sequence[str] | None = None) -> Iterator[FrozenReading]:
        """What models read in the records, stream by stream in source order, for `replay` into another memory.

        Raises:
            NotFoundError: a stream is not there.
        """
        connection = self._reading_connection()
        return readings(connection, _reading.scope(connection, streams))

    def replay(self, frozen: Iterable[FrozenReading]) -> ReplayReport:
        """Stores what models read in the same records of another memory: no model is asked.

        Records that a model has read here stay as they are.
        """
        return replay(self._reading_connection(), frozen)

    def usage(self) -> UsageReport:
        """What the models took so far, by kind of call and model. An answer that was kept is not counted again."""
        return usage(self._reading_connection())

    def forget_answers(self) -> int:
        """Drops the answers of models that are kept, and returns how many; `usage` still counts what they took."""
        connection = self._reading_connection()
        with connection.write():
            dropped = forget_answers(connection)
            if dropped:
                connection.scrub_later()
        connection.scrub_rest()
        return dropped

    # --- looking after the file

    def streams(self) -> tuple[str, ...]:
        """The names of the streams, in the order in which they began."""
        return tuple(one.name for one in _reading.scope(self._reading_connection(), None))

    def stats(self) -> Stats:
        """Counts and sizes, and how many records the embedder and the extractor have not read yet."""
        connection = self._reading_connection()
        return self._models.awaited(stats(connection), _reading.scope(connection, None))

    def check(self, *, repair: bool = False) -> CheckReport:
        """Verifies the file; with `repair` rebuilds what can be derived again and verifies once more."""
        connection = self._reading_connection()
        found = problems(connection)
        repaired: tuple[str, ...] = ()
        if repair and any(problem.repairable for problem in found):
            with connection.write():
                rebuild_latest(connection)
                reindex(connection)
                restore_index(connection)
                restore_cells(connection)
            repaired = ("latest view", "lexical documents", "inverted index", "index of vectors", "claims and Cells")
            found = problems(connection)
        return CheckReport(ok=not found, verified=VERIFIED, problems=tuple(found), repaired=repaired)

    def backup(self, destination: str | os.PathLike[str]) -> Path:
        """Copies the memory to a new file while it may be in use; it is there once it is whole and was checked.

        Raises:
            StoreError: the destination exists or cannot be written, or the copy fails its checks.
        """
        target = Path(destination)
        connection = self._reading_connection()
        place_awaiting(connection)
        back_up(connection, target)
        return target

    def _reading_connection(self) -> Connection:
        connection = self._store.reader()
        if connection.value(sql("store/get_property"), {"name": "tokenizer_version"}) != str(TOKENIZER_VERSION):
            with connection.write():
                reindex(connection)
                restore_cells(connection)
        return connection


def _time(said_at: str | datetime | None) -> str:
    """A time as ISO 8601; now, in UTC, for None."""
    if said_at is None:
        return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    if isinstance(said_at, datetime):
        # An offset with seconds, as old local times have, is not ISO 8601 as files have it.
        whole = parse_time(said_at.isoformat()) is not None
        return said_at.isoformat() if whole else said_at.astimezone(UTC).isoformat()
    time = parse_time(said_at)
    if time is None:
        raise UsageError(f"{shown(said_at)} is not a date or time: write for example 2026-03-01 or 2026-03-01T14:30")
    return time


def _keys(connection: Connection, streams: Sequence[int], name: str) -> list[str]:
    """The subject keys that a name may mean: itself, and speakers who bear it as first name."""
    key = entity_key(name)
    bare = key.removeprefix("the ")
    rows = connection.rows(
        sql("query/first_names"), {"streams": json.dumps(list(streams)), "words": json.dumps([key], ensure_ascii=False)}
    )
    return list(dict.fromkeys([key, bare, *(person for _, _, person in rows)]))


def _claim(row: Sequence[Any]) -> dict[str, Any]:
    frontend, ordinal, claim, people, keywords, event_time, tokens, event = row
    return {
        "frontend": frontend, "ordinal": ordinal, "claim": claim, "people": json.loads(people),
        "keywords": json.loads(keywords), "event_time": event_time, "tokens": tokens,
        "event": plain(unpack_event(event)),
    }  # fmt: skip
