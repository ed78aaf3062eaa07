"""A correction by the user: stored as a record like any other, and newer than what it corrects."""

from memdb.assertions import AssertionWriter
from memdb.extract import record
from memdb.ingest import PacketWriter, Stored
from memdb.records.catalogue import catalogue
from memdb.records.dates import sort_key
from memdb.records.extraction import Descriptor, Event, Extraction, Triple
from memdb.records.keys import entity_key
from memdb.records.packet import Draft
from memdb.records.phrases import relation_words
from memdb.records.reports import Added
from memdb.store import Connection, sql

FRONTEND = "correction"


def correct(connection: Connection, subject: str, relation: str, value: str, *, stream: str, said_at: str) -> Added:
    """Stores the correction of one value in one write transaction.

    A first name that one speaker of the stream bears means that speaker. The correction counts as newer than every
    statement it replaces, even one dated in the future.
    """
    name = relation_named(relation)
    with connection.write():
        packets = PacketWriter(connection, uri="correct", source_format="correct", profile="dialogue")
        subject = _bearer(connection, stream, subject)
        content = f"Correction: {subject} | {name} | {value}"
        stored = packets.store(Draft(content=content, session="corrections", said_at=said_at), stream=stream)
        if stored.new:
            triple = Triple(subject=subject, relation=name, object=value, descriptor=0)
            _assert(connection, stored, triple)
        packets.finish()
    packet = stored.packet
    return Added(packet=packet.id, stream=packet.stream, session=packet.session, new=stored.new)


def relation_named(phrase: str) -> str:
    """The catalogue's name for a relation as a user writes it: "works at", "employer", "favourite food"."""
    known = catalogue()
    name = phrase.strip().casefold()
    if name in known.relations:
        return name
    words = relation_words(name)
    for table in (known.nouns, known.verbs):
        for form in (words, ("be", *words)):
            if form in table:
                return table[form]
    return known.noun(name)


def _bearer(connection: Connection, stream: str, subject: str) -> str:
    rows = connection.rows(sql("assertions/first_name"), {"stream": stream, "first_name": entity_key(subject)})
    return str(rows[0][0]) if len(rows) == 1 else subject


def _assert(connection: Connection, stored: Stored, triple: Triple) -> None:
    packet = stored.packet
    claim = Descriptor(
        ordinal=0, claim=packet.content, people=(), keywords=(triple.subject, triple.object), event_time="",
        tokens=len(packet.content.split()),
        event=Event(
            subject_people=(), predicate=triple.relation, focus_terms=(triple.object,), goal_context_terms=(),
            event_type="state", event_time="", polarity="positive", confidence=1.0, needs_profile_extraction=False,
        ),
    )  # fmt: skip
    read = Extraction(status="facts", descriptors=(claim,), triples=(triple,))
    extraction_id = record(connection, read, stream_id=stored.stream_id, packet_id=packet.id, frontend=FRONTEND)
    newest = connection.value(sql("assertions/newest_time"), {
        "stream_id": stored.stream_id, "subject_key": entity_key(triple.subject), "relation": triple.relation,
    })  # fmt: skip
    AssertionWriter(connection).append(
        triple,
        packet=packet,
        stream_id=stored.stream_id,
        extraction_id=extraction_id,
        asserted_at=max(sort_key(packet.said_at), newest or ""),
    )
