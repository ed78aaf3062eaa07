"""The verbs that add to a memory or take from it."""

import os
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Event
from typing import get_args

from memdb import _reading
from memdb._correcting import correct, set_cardinality
from memdb._pipeline import Ingest
from memdb._stream_view import Progress
from memdb._taking import take
from memdb._verbs.base import Verbs
from memdb.errors import NotFoundError, UsageError
from memdb.importers import Item, Skipped, Source, open_source
from memdb.ingest import Selection, forget, would_forget
from memdb.placement import Placer, place_awaiting
from memdb.records.catalogue import Cardinality
from memdb.records.dates import parse_time
from memdb.records.packet import OWNER, Draft, Profile
from memdb.records.reports import (
    Added,
    ForgetReport,
    IngestReport,
    RelationInfo,
    WatchNews,
    WatchReport,
)
from memdb.records.shown import shown
from memdb.watch import Watcher

MAIN = "main"


class WritingVerbs(Verbs):
    """Storing records, setting values by hand, and forgetting."""

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
            UsageError: the content is empty or anything too long, or `said_at` is no date.
        """
        if not content.strip() and not caption:
            raise UsageError("the text is empty: nothing to remember")
        draft = Draft(
            content=content, stream=stream, session=session, turn=turn, speaker=speaker, said_at=_time(said_at),
            caption=caption, image_query=image_query,
        )  # fmt: skip
        if draft.too_long:
            raise UsageError(f"{draft.too_long}: split it into several records")
        ingest = self._ingest("add", "add", None, stream, default="dialogue", revive=True)
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
        revive: bool = False,
    ) -> IngestReport:
        """Imports a file, a zip archive or a folder ("-" is standard input); importing it again changes nothing.

        Args:
            source: the file, archive or folder.
            stream: the stream for records that name none; each format has a default.
            format: one of the formats of `docs/formats.md`, or "auto" to detect it by shape.
            profile: how the streams are read; each format has a default for new ones.
            progress: called with bytes done and bytes in all.
            dry_run: count what is new, what is there already and what is skipped, and write nothing.
            revive: bring back what was forgotten, too.

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
            ingest = self._ingest(
                opened.uri, opened.format, profile, into, default=opened.profile, by_place=opened.by_place,
                revive=revive, reads=True,
            )  # fmt: skip
            records = (item for item in opened if isinstance(item, Draft | Skipped))
            return ingest.preview(records, after_batch=after_batch)
        return self._take(
            opened, opened, stream=stream, profile=profile, by_place=opened.by_place, revive=revive,
            after_batch=after_batch,
        )  # fmt: skip

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
        by_place: bool = False,
        revive: bool = False,
        after_batch: Callable[[], None] | None = None,
    ) -> IngestReport:
        """Stores items of a source; `by_place` as in `Ingest`, False where they are known to be new."""
        into = stream or source.default_stream
        ingest = self._ingest(
            source.uri, source.format, profile, into, default=source.profile, by_place=by_place, revive=revive
        )
        with self._models.embedding(with_table=False):
            report = take(ingest, self._store.connection(), items, after_batch=after_batch)
            ingest.finish(source.sha256)
        return report

    def ingest_drafts(
        self,
        drafts: Iterable[Draft],
        *,
        stream: str = MAIN,
        profile: Profile | None = None,
        source: str = "drafts",
        revive: bool = False,
    ) -> IngestReport:
        """Stores records that a program has; those that name no stream go to `stream`.

        A record without content and caption, or whose time is no date, is skipped and counted. A `profile` goes before
        those of the records. What was forgotten stays out, unless it is to `revive`.

        Raises:
            UsageError: a stream is there with another profile than the one given.
        """
        ingest = self._ingest(source, "drafts", profile, stream, default="dialogue", revive=revive)
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
        by_place: bool = False,
        revive: bool = False,
        reads: bool = False,
    ) -> Ingest:
        if profile is not None and profile not in get_args(Profile):
            raise UsageError(f"no profile named {shown(profile)}: use one of {', '.join(get_args(Profile))}")
        if not stream:
            raise UsageError("the stream has no name: give one, or leave it out")
        connection = self._store.reader() if reads else self._store.connection()
        return Ingest(
            connection, uri=uri, source_format=source_format, profile=profile or default, stream=stream,
            explicit=profile is not None, by_place=by_place, revive=revive, table=self._models.table,
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
        matching: str | None = None,
        dry_run: bool = False,
    ) -> ForgetReport:
        """Removes one packet, session (with `stream`), stream, speaker, or what holds a phrase, with all made of it.

        A speaker or a phrase with `stream` is forgotten in that stream only. `matching` is a phrase as it stands in the
        text or caption of a record, whatever its case; nothing in it is syntax. What was forgotten stays out of later
        imports. With `dry_run` nothing is removed: the report says how much would be.

        Raises:
            UsageError: no selector, or selectors that do not go together.
            NotFoundError: nothing is there to forget.
        """
        connection = self._reading_connection()
        chosen = [one for one in (packet, session, speaker, matching) if one is not None]
        if len(chosen) > 1 or (packet is not None and stream is not None):
            raise UsageError(f"forget takes one selector: {_SELECTORS}")
        if not chosen and stream is None:
            raise UsageError(f"forget needs a selector: {_SELECTORS}")
        if session is not None and stream is None:
            raise UsageError(f"session {shown(session)} may occur in several streams: name the stream too")
        if matching is not None and not matching.strip():
            raise UsageError("the phrase is empty and would match everything: name a stream to forget all of it")
        selection = Selection(
            streams=[one.id for one in _reading.scope(connection, None if stream is None else [stream])],
            packet=packet, session=session, speaker=speaker, matching=matching,
        )  # fmt: skip
        if dry_run:
            report = would_forget(connection, selection)
        else:
            place_awaiting(connection)
            report = forget(connection, selection, settle=Placer(connection).finish)
        if report.packets == 0:
            raise NotFoundError(f"nothing to forget: {shown(next(iter(chosen), stream))} is not in memory")
        return report


_SELECTORS = "a packet, a session with its stream, a stream, a speaker, or a phrase (matching)"


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
