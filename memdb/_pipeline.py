"""The write path, wired: drafts → packets → claims and triples → tables, in bounded transactions."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import get_args

from memdb.assertions import AssertionWriter
from memdb.extract import RulesFrontend, record
from memdb.importers import Skipped
from memdb.ingest import (
    KnownTexts,
    PacketPreview,
    PacketWriter,
    Stored,
    embed,
    embedded_text,
    finish_source,
    identity,
    own_embedder,
    store_vectors,
)
from memdb.models import Embedder
from memdb.placement import Placer, Read, place_awaiting
from memdb.records.dates import parse_time
from memdb.records.packet import Draft, Packet, Profile
from memdb.records.reports import IngestReport
from memdb.store import Connection

# Large enough that a commit's sync is shared by many packets, small enough that other writers wait well under a second.
BATCH = 500
BATCH_CHARACTERS = 500_000
# A place may be named by the file, at any length.
WHERE_CHARACTERS = 100


class Ingest:
    """One ingest run into one memory file; `run` may be called once."""

    def __init__(
        self,
        connection: Connection,
        *,
        uri: str,
        source_format: str,
        profile: Profile,
        stream: str,
        explicit: bool = False,
        by_place: bool = False,
        revive: bool = False,
        table: Callable[[], Embedder | None] = lambda: None,
    ) -> None:
        """`stream` takes the drafts that name none; `profile` and `explicit` as in `PacketWriter`.

        Without `revive` what was forgotten stays out. `by_place` says that the source names turns after lines, so that
        texts tell what is there already.
        `table` gives an embedder that is quick enough to embed inside the transaction, where there is one.
        """
        self._connection = connection
        self._uri = uri
        self._format = source_format
        self._profile: Profile = profile
        self._explicit = explicit
        self._stream = stream
        self._revive = revive
        self._table = table
        self._known = KnownTexts(connection, stream, profile=profile if explicit else None) if by_place else None
        self._frontend = RulesFrontend()
        self._counts: Counter[str] = Counter()
        self._skipped: Counter[str] = Counter()
        self._first_skipped: dict[str, str] = {}
        self._streams: dict[str, None] = {}
        self.last: Stored | None = None
        """The packet that the last draft became, or was already."""

    def run(self, items: Iterable[Draft | Skipped], *, after_batch: Callable[[], None] | None = None) -> IngestReport:
        """Stores every draft; each batch is committed whole, so that a killed run keeps what it acknowledged."""
        place_awaiting(self._connection)
        rest = iter(items)
        while batch := _batch(rest):
            if drafts := self._readable(batch):
                self._store(drafts)
            if after_batch:
                after_batch()
        return self.report()

    def preview(
        self, items: Iterable[Draft | Skipped], *, after_batch: Callable[[], None] | None = None
    ) -> IngestReport:
        """Counts what `run` would store, find or skip, and writes nothing; what would be read in it is not counted."""
        packets = PacketPreview(self._connection, profile=self._profile, explicit=self._explicit, revive=self._revive)
        rest = iter(items)
        while batch := _batch(rest):
            for draft in self._readable(batch):
                outcome = packets.outcome(draft, stream=self._stream)
                self._counts[outcome] += 1
                if outcome != "forgotten":
                    self._streams[draft.stream or self._stream] = None
            if after_batch:
                after_batch()
        return self.report()

    def _readable(self, batch: list[Draft | Skipped]) -> list[Draft]:
        """The drafts of a batch that can be stored; counts the others by their reason, with the place of the first."""
        self._counts["read"] += len(batch)
        drafts: list[Draft] = []
        for item in map(_checked, batch):
            if isinstance(item, Draft):
                if self._known is not None and self._known.take(item):
                    self._counts["duplicates"] += 1
                    self._streams[item.stream or self._stream] = None
                else:
                    drafts.append(item)
            else:
                self._skipped[item.reason] += 1
                self._first_skipped.setdefault(item.reason, item.where[:WHERE_CHARACTERS])
        return drafts

    def _store(self, drafts: list[Draft]) -> None:
        with self._connection.write():
            packets = PacketWriter(
                self._connection,
                uri=self._uri,
                source_format=self._format,
                profile=self._profile,
                explicit=self._explicit,
                revive=self._revive,
            )
            assertions = AssertionWriter(self._connection)
            placer = Placer(self._connection)
            found = (self._store_one(draft, packets, assertions, placer) for draft in drafts)
            stored = [one for one in found if one is not None]
            packets.finish()
            placer.finish()
            self._counts["cells"] += placer.started
            self._embed([one.packet for one in stored if one.new and one.profile != "facts"])

    def _embed(self, packets: list[Packet]) -> None:
        table = self._table() if packets else None
        embedder_id = own_embedder(self._connection, identity(table)) if table is not None else 0
        if table is not None and embedder_id:
            texts = [(one.id, embedded_text(one.content, one.caption, one.image_query)) for one in packets]
            store_vectors(self._connection, embedder_id, embed(table, texts))

    def _store_one(
        self, draft: Draft, packets: PacketWriter, assertions: AssertionWriter, placer: Placer
    ) -> Stored | None:
        stored = packets.store(draft, stream=self._stream)
        if stored is None:
            self._counts["forgotten"] += 1
            return None
        self._streams[stored.packet.stream] = None
        self.last = stored
        if not stored.new:
            self._counts["duplicates"] += 1
            return stored
        extraction = self._frontend.extract(stored.packet, profile=stored.profile, known_people=stored.known_people)
        extraction_id = record(
            self._connection,
            extraction,
            stream_id=stored.stream_id,
            packet_id=stored.packet.id,
            frontend=self._frontend.name,
        )
        appended = assertions.append(
            extraction.triples, packet=stored.packet, stream_id=stored.stream_id, extraction_id=extraction_id
        )
        placer.place_read(stored.packet, [
            Read(
                extraction_id=extraction_id, ordinal=one.ordinal, text=one.claim, people=one.people,
                keywords=one.keywords, event_time=one.event_time, tokens=one.tokens,
            ) for one in extraction.descriptors
        ])  # fmt: skip
        self._counts["stored"] += 1
        self._counts["descriptors"] += len(extraction.descriptors)
        self._counts["assertions"] += appended
        self._counts["unresolved"] += extraction.status == "unresolved"
        return stored

    def finish(self, sha256: str) -> None:
        """Writes the hash of the source, known once all of it was read."""
        with self._connection.write():
            finish_source(self._connection, self._uri, sha256)

    def report(self) -> IngestReport:
        """What was counted so far."""
        counts = self._counts
        return IngestReport(
            source=self._uri,
            format=self._format,
            streams=tuple(self._streams),
            read=counts["read"],
            stored=counts["stored"],
            duplicates=counts["duplicates"],
            skipped=dict(self._skipped),
            first_skipped=dict(self._first_skipped),
            descriptors=counts["descriptors"],
            assertions=counts["assertions"],
            unresolved=counts["unresolved"],
            cells=counts["cells"],
            forgotten=counts["forgotten"],
        )


def _checked(item: Draft | Skipped) -> Draft | Skipped:
    """A draft that can be stored, its time in ISO 8601, or the reason why not."""
    if isinstance(item, Skipped):
        return item
    said_at = None if item.said_at is None else parse_time(item.said_at)
    reason = _why_not(item, said_at)
    if reason:
        return Skipped(reason, item.turn or "")
    return item if said_at == item.said_at else replace(item, said_at=said_at)


def _why_not(draft: Draft, said_at: str | None) -> str:
    if not draft.content and not draft.caption:
        return "empty content"
    if draft.profile not in (None, *get_args(Profile)):
        return "unknown profile"
    if draft.said_at is not None and said_at is None:
        return "said_at is not a date"
    return draft.too_long


def _batch(items: Iterator[Draft | Skipped]) -> list[Draft | Skipped]:
    """The next items: at most `BATCH`, and no more once their texts are long, so that other writers get their turn."""
    found: list[Draft | Skipped] = []
    characters = 0
    for item in islice(items, BATCH):
        found.append(item)
        characters += len(item.content) if isinstance(item, Draft) else 0
        if characters > BATCH_CHARACTERS:
            break
    return found
