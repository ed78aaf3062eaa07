"""Frozen readings: what models read in a memory as plain records, and the same again in another without a model."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from memdb._storing import packets_of, store_reading
from memdb.extract import ExtractionQueue, unpack_event
from memdb.placement import place_awaiting
from memdb.query import Scope
from memdb.records.extraction import Descriptor, Extraction, FrozenReading, Triple
from memdb.records.reports import ReplayReport
from memdb.store import Connection, Row, sql

_PAGE = 500
_LEASE_S = 60.0


def readings(connection: Connection, streams: Iterable[Scope]) -> Iterator[FrozenReading]:
    """What models read in some streams, stream by stream in source order."""
    for stream in streams:
        after = 0
        while True:
            bindings = {"stream_id": stream.id, "after": after, "most": _PAGE}
            rows = connection.rows(sql("extract/readings"), bindings)
            for row in rows:
                after = row[1]
                yield _reading(connection, stream.name, row)
            if len(rows) < _PAGE:
                break


def replay(connection: Connection, frozen: Iterable[FrozenReading]) -> ReplayReport:
    """Stores readings in the records that they were made of, a page of them a transaction."""
    place_awaiting(connection)
    counts: Counter[str] = Counter()
    rest = iter(frozen)
    while page := list(islice(rest, _PAGE)):
        with connection.write():
            counts.update(_replay(connection, one) for one in page)
    return ReplayReport(read=counts["read"], known=counts["known"], missing=counts["missing"])


def _reading(connection: Connection, stream: str, row: Row) -> FrozenReading:
    extraction, position, content_hash, frontend, model, status, reason, alone = row
    of = {"extraction": extraction}
    descriptors = (
        Descriptor(
            ordinal=ordinal, claim=claim, people=tuple(json.loads(people)), keywords=tuple(json.loads(keywords)),
            event_time=event_time, tokens=tokens, event=unpack_event(event),
        )
        for ordinal, claim, people, keywords, event_time, tokens, event in connection.rows(sql("extract/claims_of"), of)
    )  # fmt: skip
    triples = (
        Triple(subject=subject, relation=relation, object=value, positive=bool(positive), descriptor=descriptor)
        for subject, relation, value, positive, descriptor in connection.rows(sql("extract/statements_of"), of)
    )
    return FrozenReading(
        stream=stream, position=position, content_hash=content_hash.hex(), by=frontend, model=model, alone=bool(alone),
        extraction=Extraction(status=status, reason=reason, descriptors=tuple(descriptors), triples=tuple(triples)),
    )  # fmt: skip


def _replay(connection: Connection, frozen: FrozenReading) -> str:
    """Stores one reading, and says what became of it: "read", "known" (a model read the record) or "missing"."""
    stream = connection.row(sql("ingest/find_stream"), {"name": frozen.stream})
    bindings = {"stream_id": stream[0] if stream else None, "content_hash": bytes.fromhex(frozen.content_hash)}
    found = connection.row(sql("ingest/find_packet"), bindings)
    if found is None or stream is None:
        return "missing"
    queue = ExtractionQueue(connection, model=frozen.model, lease_s=_LEASE_S)
    (packet,) = packets_of(connection, [found[0]])
    taken = next(iter(queue.take_these([packet.id])), None)
    if taken is None:
        return "known"
    store_reading(
        connection, queue, taken, packet, frozen.extraction, stream_id=stream[0], by=frozen.by, alone=frozen.alone
    )
    return "read"
