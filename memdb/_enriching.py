"""Reading by a model, wired: packets from the queue, a call each, a short transaction for what was read.

Packets are taken stream by stream in source order, so that a run which was stopped leaves the beginning read, without
gaps, and a relation that was named once is offered to the calls after it. What cannot be read stays pending with the
reason, and the rules' reading of it stays in force.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import fields, replace

from memdb.assertions import AssertionWriter
from memdb.errors import ModelError
from memdb.extract import ExtractionQueue, ModelFrontend, RecordError, Taken, awaiting, record_claims
from memdb.models import Calls
from memdb.placement import Placer, place_awaiting
from memdb.query import Scope
from memdb.records.catalogue import catalogue
from memdb.records.extraction import Extraction
from memdb.records.packet import Packet, Profile
from memdb.records.reports import EnrichProgress, EnrichReport, Stats
from memdb.store import Connection, sql

LEASE_S = 300.0
"""How long a packet is held: longer than a call may take."""
_MOST_ERRORS = 3
"""Packets in a row that a model may fail at before it counts as out of order."""
_RELATIONS = 200
"""Names looked at for those that the catalogue does not have."""


def with_model(connection: Connection, counts: Stats, streams: Sequence[Scope], *, reads: bool) -> Stats:
    """The counts of a file with what models read in it; `reads` tells whether one is chosen to."""
    rows = connection.rows(sql("extract/model_statuses"))
    if not rows and not reads:
        return counts
    statuses: Counter[str] = Counter()
    for status, _, packets in rows:
        statuses[status] += packets
    left = awaiting(connection, [(stream.id, stream.profile) for stream in streams])
    notes = [f"{packets:,} records {status}: {reason}" for status, reason, packets in rows if reason]
    if left:
        notes.insert(0, f"{left:,} records await the extractor: `memdb enrich` reads them")
    return replace(counts, read_by_model=dict(statuses), awaiting_model=left, notes=(*counts.notes, *notes))


class _LostError(Exception):
    """The packet was forgotten, or another enricher took it over."""


class Enricher:
    """One run of a model over the packets that await it; `run` may be called once."""

    def __init__(
        self,
        connection: Connection,
        calls: Calls,
        *,
        streams: Sequence[Scope],
        limit: int | None = None,
        time_budget: float | None = None,
        alone: bool = False,
        progress: Callable[[EnrichProgress], None] | None = None,
    ) -> None:
        """See `Memory.enrich`."""
        self._connection = connection
        self._calls = calls
        self._streams: list[tuple[int, Profile]] = [(stream.id, stream.profile) for stream in streams]
        self._limit = limit
        self._time_budget = time_budget
        self._alone = alone
        self._progress = progress
        self._queue = ExtractionQueue(connection, model=calls.model.name, lease_s=LEASE_S)
        self._frontend = ModelFrontend(calls, relations=self._relations(), before_call=self._renew)
        self._held: tuple[Taken, float] | None = None
        self._counts: Counter[str] = Counter()
        self._statuses: Counter[str] = Counter()
        self._pending: Counter[str] = Counter()
        self._errors: list[str] = []
        self._begun = time.monotonic()

    def run(self) -> EnrichReport:
        """Reads until nothing is left, or a bound is met.

        Raises:
            ModelError: the model failed before it read anything.
        """
        place_awaiting(self._connection)
        total = awaiting(self._connection, self._streams)
        total = total if self._limit is None else min(total, self._limit)
        for stream_id, profile in self._streams:
            rows = self._connection.rows(sql("ingest/speakers"), {"stream_id": stream_id})
            known = frozenset(str(name) for (name,) in rows)
            after = 0
            while not self._stopped() and (taken := self._queue.take(stream_id, profile, after=after)):
                packet = self._packet(taken.packet)
                if packet is None:
                    continue  # it was forgotten this moment
                after = packet.position
                self._held = taken, time.monotonic()
                try:
                    self._read(taken, packet, stream_id, known)
                except BaseException:
                    self._queue.put_off(taken, "stopped", failed=False)
                    raise
                self._tell(total)
        return self._report()

    def _read(self, taken: Taken, packet: Packet, stream_id: int, known: frozenset[str]) -> None:
        """Reads one packet that is held, and stores what was read or why it was not."""
        worth = self._frontend.is_worth(packet)
        before = self._turn_before(packet) if worth else None
        try:
            extraction = self._frontend.extract(packet, known_people=known, before=before, attempt=taken.attempts)
        except RecordError as error:
            self._put_off(taken, str(error), failed=True)
        except ModelError as error:
            self._errors.append(str(error))
            if not self._counts["read"]:
                raise
            self._put_off(taken, str(error), failed=False)
        except _LostError:
            return
        else:
            self._errors.clear()
            self._counts["skipped"] += not worth
            self._store(taken, packet, extraction, stream_id, alone=self._alone and worth)

    def _put_off(self, taken: Taken, reason: str, *, failed: bool) -> None:
        self._queue.put_off(taken, reason, failed=failed)
        self._counts["done"] += 1
        self._pending[reason] += 1

    def _store(self, taken: Taken, packet: Packet, extraction: Extraction, stream_id: int, *, alone: bool) -> None:
        """Claims, statements and status of a packet, all or nothing."""
        statements = 0
        with self._connection.write():
            if not self._queue.finish(taken, extraction):
                return
            record_claims(self._connection, extraction, taken.extraction)
            if extraction.descriptors:
                placer = Placer(self._connection)
                placer.replace(packet.id)
                placer.finish()
            writer = AssertionWriter(self._connection)
            if alone:
                writer.drop_others(packet=packet, extraction_id=taken.extraction)
            for triple in extraction.triples:
                if not writer.is_taken(triple, packet=packet, extraction_id=taken.extraction):
                    writer.append(triple, packet=packet, stream_id=stream_id, extraction_id=taken.extraction)
                    statements += 1
        self._statuses[extraction.status] += 1
        self._counts.update(done=1, read=1, claims=len(extraction.descriptors), statements=statements)

    def _renew(self) -> None:
        """Holds the packet for as long again, once a good part of the time is over."""
        if self._held is None or time.monotonic() - self._held[1] < LEASE_S / 4:
            return
        taken, _ = self._held
        if not self._queue.renew(taken):
            raise _LostError
        self._held = taken, time.monotonic()

    def _relations(self) -> list[str]:
        """The relations of the streams that the catalogue does not have, the most used first."""
        ids = json.dumps([stream_id for stream_id, _ in self._streams])
        rows = self._connection.rows(sql("extract/relations_in_use"), {"streams": ids, "most": _RELATIONS})
        return [name for (name,) in rows if name not in catalogue().relations]

    def _packet(self, packet_id: int) -> Packet | None:
        row = self._connection.row(sql("query/packets"), {"packets": json.dumps([packet_id])})
        if row is None:
            return None
        return Packet(**dict(zip((one.name for one in fields(Packet)), row, strict=True)))

    def _turn_before(self, packet: Packet) -> Packet | None:
        row = self._connection.row(sql("extract/turn_before"), {"packet": packet.id})
        return None if row is None else self._packet(row[0])

    def _stopped(self) -> str:
        """Why the run is over though packets may be left, or ''."""
        if self._limit is not None and self._counts["done"] >= self._limit:
            return "limit"
        if self._time_budget is not None and time.monotonic() - self._begun >= self._time_budget:
            return "time budget"
        return self._errors[-1] if len(self._errors) >= _MOST_ERRORS else ""

    def _tell(self, total: int) -> None:
        if self._progress:
            done, seconds = self._counts["done"], time.monotonic() - self._begun
            left = max(0, total - done) * seconds / done if done else 0.0
            self._progress(EnrichProgress(done=done, total=total, seconds=seconds, remaining_s=left))

    def _report(self) -> EnrichReport:
        left = awaiting(self._connection, self._streams)
        usage = self._calls.usage
        return EnrichReport(
            model=self._calls.model.name,
            read=self._counts["read"],
            statuses=dict(self._statuses),
            skipped=self._counts["skipped"],
            claims=self._counts["claims"],
            statements=self._counts["statements"],
            pending=dict(self._pending),
            awaiting=left,
            calls=usage["calls"],
            cached=usage["calls_cached"],
            prompt_tokens=usage["prompt_tokens"],
            completion_tokens=usage["completion_tokens"],
            seconds=round(time.monotonic() - self._begun, 3),
            stopped=self._stopped() if left else "",
        )
