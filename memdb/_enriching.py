"""Reading by a model, wired: packets from the queue, a call each, a short transaction for what was read.

Packets of talk are taken stream by stream in source order, so that a run which was stopped leaves the beginning read,
without gaps, and a relation that was named once is offered to the calls after it. What cannot be read stays pending
with the reason, and the rules' reading of it stays in force. Streams of facts are read by a frontend of their own.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from memdb._fact_enriching import FactRun
from memdb._storing import packets_of, store_reading
from memdb.errors import ModelError
from memdb.extract import (
    DirectFrontend,
    ExtractionQueue,
    FactCalls,
    FactFrontend,
    HybridFrontend,
    ModelFrontend,
    RecordError,
    Taken,
    awaiting,
)
from memdb.models import Calls
from memdb.placement import place_awaiting
from memdb.query import Scope
from memdb.records.catalogue import catalogue
from memdb.records.extraction import Extraction, FactFrontendName
from memdb.records.packet import Packet, Profile
from memdb.records.reports import EnrichProgress, EnrichReport, Stats
from memdb.store import Connection, sql

LEASE_S = 300.0
"""How long a packet is held: longer than a call may take."""
_MOST_ERRORS = 3
"""Packets in a row that a model may fail at before it counts as out of order."""
_ALL = 1 << 60
_FACT_FRONTENDS: Mapping[FactFrontendName, Callable[[FactCalls], FactFrontend]] = {
    "llm": DirectFrontend, "hybrid": HybridFrontend,
}  # fmt: skip
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
        frontend: FactFrontendName = "hybrid",
        progress: Callable[[EnrichProgress], None] | None = None,
    ) -> None:
        """See `Memory.enrich`."""
        self._connection = connection
        self._calls = calls
        self._streams: list[tuple[int, Profile]] = [(stream.id, stream.profile) for stream in streams]
        self._limit = limit
        self._time_budget = time_budget
        self._alone = alone
        self._fact_frontend: FactFrontendName = frontend
        self._total = 0
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
        left = awaiting(self._connection, self._streams, every=self._alone)
        self._total = left if self._limit is None else min(left, self._limit)
        for stream_id, profile in self._streams:
            if profile == "facts":
                self._run_facts(stream_id)
            else:
                self._run_talk(stream_id)
        return self._report()

    def _run_facts(self, stream_id: int) -> None:
        """Reads a fact stream by the chosen frontend, several records a call."""
        run = FactRun(self._connection, self._queue, stream_id=stream_id, alone=self._alone, room=self._room)
        frontend = _FACT_FRONTENDS[self._fact_frontend](FactCalls(self._calls, run.examples()))
        try:
            for step in run.read(frontend):
                self._statuses.update(step.statuses)
                self._pending.update(step.problems)
                self._counts.update(
                    done=len(step.statuses) + len(step.problems), read=len(step.statuses), induced=step.induced,
                    claims=step.claims, statements=step.statements,
                )  # fmt: skip
                self._tell()
        except ModelError as error:
            if not self._counts["read"]:
                raise
            self._errors += [str(error)] * _MOST_ERRORS

    def _room(self) -> int:
        """How many records may still be read."""
        if self._stopped():
            return 0
        return _ALL if self._limit is None else self._limit - self._counts["done"]

    def _run_talk(self, stream_id: int) -> None:
        """Reads conversation or notes, a record a call."""
        rows = self._connection.rows(sql("ingest/speakers"), {"stream_id": stream_id})
        known = frozenset(str(name) for (name,) in rows)
        after = 0
        while not self._stopped() and (taken := self._queue.take(stream_id, after=after)):
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
            self._tell()

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
        with self._connection.write():
            statements = store_reading(
                self._connection, self._queue, taken, packet, extraction, stream_id=stream_id, alone=alone
            )
        if statements is None:
            return
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
        return next(iter(packets_of(self._connection, [packet_id])), None)

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

    def _tell(self) -> None:
        if self._progress:
            done, seconds = self._counts["done"], time.monotonic() - self._begun
            left = max(0, self._total - done) * seconds / done if done else 0.0
            self._progress(EnrichProgress(done=done, total=self._total, seconds=seconds, remaining_s=left))

    def _report(self) -> EnrichReport:
        left = awaiting(self._connection, self._streams, every=self._alone)
        usage = self._calls.usage
        return EnrichReport(
            model=self._calls.model.name,
            read=self._counts["read"],
            statuses=dict(self._statuses),
            skipped=self._counts["skipped"],
            induced=self._counts["induced"],
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
