"""Reading a fact stream by a frontend, wired: records are held for a model's calls, and stored as they are read."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from memdb._storing import packets_of, store_reading
from memdb.extract import Example, ExtractionQueue, FactFrontend, FactRead, Taken
from memdb.records.corrections import SESSION, parsed
from memdb.records.extraction import Extraction, Status, Triple
from memdb.records.packet import Packet
from memdb.store import Connection, sql

_CHUNK = 500
"""Records a transaction: other writers wait well under a second."""
_NO_FACT = Extraction(status="no_fact")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What one step of a run stored: the status of each record, and the reasons of those that stay unread."""

    statuses: Sequence[Status] = ()
    induced: int = 0
    statements: int = 0
    claims: int = 0
    problems: Sequence[str] = ()


class FactRun:
    """One reading of the records of a fact stream that await it."""

    def __init__(
        self, connection: Connection, queue: ExtractionQueue, *, stream_id: int, alone: bool, room: Callable[[], int]
    ) -> None:
        """With `alone` every record awaits it, and what is read replaces the rules' statements.

        `room` says how many records may still be read, 0 once the run is to end.
        """
        self._connection = connection
        self._queue = queue
        self._stream_id = stream_id
        self._alone = alone
        self._room = room
        self._held: dict[int, Taken] = {}

    def examples(self) -> list[Example]:
        """What the model read in the stream before."""
        rows = self._connection.rows(sql("extract/examples"), {"stream_id": self._stream_id})
        found = {packet.id: packet for packet in packets_of(self._connection, [row[0] for row in rows])}
        return [
            Example(packet=found[packet], triple=Triple(subject=subject, relation=relation, object=value, descriptor=0))
            for packet, subject, relation, value in rows
            if packet in found
        ]

    def read(self, frontend: FactFrontend) -> Iterator[Step]:
        """Stores what the frontend reads, step by step.

        Raises:
            ModelError: the model failed; what was stored before it stays.
        """
        waiting = packets_of(self._connection, self._queue.waiting(self._stream_id, every=self._alone))
        # A correction by hand is what it says: nothing is to be read in it.
        by_hand = [one for one in waiting if one.session == SESSION and parsed(one.content)]
        yield self._store([FactRead(packet=one, by="llm", extraction=_NO_FACT) for one in by_hand], alone=False)
        records = [one for one in waiting if one not in by_hand]
        try:
            for reads in frontend.read(records, self._hold):
                for start in range(0, len(reads), _CHUNK):
                    yield self._store(reads[start : start + _CHUNK], alone=self._alone)
        finally:
            for taken in self._held.values():
                self._queue.put_off(taken, "stopped", failed=False)

    def _hold(self, records: Sequence[Packet]) -> list[Packet] | None:
        room = self._room()
        if room <= 0:
            return None
        wanted = records[:room]
        with self._connection.write():
            taken = {one.packet: one for one in self._queue.take_these([one.id for one in wanted])}
        self._held |= taken
        return [one for one in wanted if one.id in taken]

    def _store(self, reads: Sequence[FactRead], *, alone: bool) -> Step:
        """Stores what was read in one transaction; what could not be read is put off."""
        stored: list[FactRead] = []
        statements, room = 0, self._room()
        with self._connection.write():
            for read in reads:
                if read.extraction is None or not (taken := self._taken(read, room - len(stored))):
                    continue
                added = store_reading(
                    self._connection, self._queue, taken, read.packet, read.extraction, stream_id=self._stream_id,
                    by=read.by, alone=alone,
                )  # fmt: skip
                if added is not None:
                    statements += added
                    stored.append(read)
        failed = [read for read in reads if read.extraction is None]
        for read in failed:
            if taken := self._held.pop(read.packet.id, None):
                self._queue.put_off(taken, read.problem, failed=True)
        new = [read for read in stored if not read.again]
        return Step(
            statuses=[read.extraction.status for read in new if read.extraction],
            induced=sum(read.by == "induced" for read in new),
            statements=statements,
            claims=sum(len(read.extraction.descriptors) for read in new if read.extraction),
            problems=[read.problem for read in failed],
        )

    def _taken(self, read: FactRead, room: int) -> Taken | None:
        """The hold of a record that was read: that for the call, or one of this moment for what needed no call."""
        held = self._held.pop(read.packet.id, None)
        if held is not None:
            return held
        if read.again:
            self._queue.reopen(read.packet.id)
        elif room <= 0:
            return None
        return next(iter(self._queue.take_these([read.packet.id])), None)
