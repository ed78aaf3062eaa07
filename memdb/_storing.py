"""Storing what a model read in a record: its claims beside those of the rules, its statements among theirs."""

import json
from collections.abc import Sequence
from dataclasses import fields

from memdb.assertions import AssertionWriter
from memdb.extract import ExtractionQueue, Taken, record_claims
from memdb.placement import Placer
from memdb.records.extraction import Extraction, Reader
from memdb.records.packet import Packet
from memdb.store import Connection, sql


def store_reading(
    connection: Connection,
    queue: ExtractionQueue,
    taken: Taken,
    packet: Packet,
    extraction: Extraction,
    *,
    stream_id: int,
    by: Reader = "llm",
    alone: bool,
) -> int | None:
    """Writes claims, statements and status of a packet that is held, in the caller's transaction.

    `alone` takes back what others read in it. Returns how many statements it added, or None where it is not held.
    """
    if not queue.finish(taken, extraction, by=by):
        return None
    record_claims(connection, extraction, taken.extraction)
    if extraction.descriptors:  # else the rules' stay in force
        placer = Placer(connection)
        placer.replace(packet.id)
        placer.finish()
    writer = AssertionWriter(connection)
    if alone:
        writer.drop_others(packet=packet, extraction_id=taken.extraction)
    free = [
        triple
        for triple in extraction.triples
        if not writer.is_taken(triple, packet=packet, extraction_id=taken.extraction)
    ]
    return writer.append(free, packet=packet, stream_id=stream_id, extraction_id=taken.extraction)


def packets_of(connection: Connection, ids: Sequence[int]) -> list[Packet]:
    """The packets with some ids, in the order of the ids; those that were forgotten are left out."""
    rows = connection.rows(sql("query/packets"), {"packets": json.dumps(list(ids))})
    names = [one.name for one in fields(Packet)]
    found = {row[0]: Packet(**dict(zip(names, row, strict=True))) for row in rows}
    return [found[one] for one in ids if one in found]
