"""Corrections by the user: of a value, or of how many values a relation holds.

That of a value is stored as a record like any other, and newer than what it corrects.
"""

from dataclasses import replace
from datetime import UTC, datetime

from memdb.assertions import AssertionWriter, Relations, relations
from memdb.errors import NotFoundError
from memdb.extract import RulesFrontend, record
from memdb.ingest import PacketWriter, Stored
from memdb.placement import Placer, place_awaiting
from memdb.records.catalogue import Cardinality, catalogue
from memdb.records.corrections import SESSION, written
from memdb.records.dates import sort_key
from memdb.records.extraction import Triple
from memdb.records.keys import entity_key
from memdb.records.packet import Draft
from memdb.records.phrases import relation_words
from memdb.records.reports import Added, RelationInfo
from memdb.records.shown import shown
from memdb.store import Connection, sql


def correct(connection: Connection, subject: str, relation: str, value: str, *, stream: str, said_at: str) -> Added:
    """Stores the correction of one value in one write transaction.

    A first name that one speaker of the stream bears means that speaker. The value becomes the only one, also of a
    relation that gathers several. A correction dated before the statements that it replaces is dated with the newest of
    them, so that it outranks them here and wherever the record is read again.
    """
    name = relation_named(relation)
    place_awaiting(connection)
    with connection.write():
        packets = PacketWriter(connection, uri="correct", source_format="correct", profile="dialogue")
        triple = Triple(subject=_bearer(connection, stream, subject), relation=name, object=value)
        slot = _slot(connection, stream, triple)
        gathers = Relations(connection).find(name).cardinality == "multi"
        denials = [
            replace(triple, object=other, positive=False)
            for (other,) in connection.rows(sql("assertions/current_values"), slot)
            if gathers and entity_key(other) != entity_key(value)
        ]
        newest: str = connection.value(sql("assertions/newest_time"), slot) or ""
        draft = Draft(
            content=written([triple, *denials]),
            session=SESSION,
            # Each correction is its own record: one repeated later must count again.
            turn=datetime.now(UTC).isoformat(timespec="microseconds"),
            said_at=said_at if sort_key(said_at) >= newest else f"{newest}Z",
        )
        stored = packets.store(draft, stream=stream)
        assert stored is not None, "a correction is made anew"
        _assert(connection, stored)
        packets.finish()
    packet = stored.packet
    return Added(packet=packet.id, stream=packet.stream, session=packet.session, new=stored.new)


def set_cardinality(connection: Connection, relation: str, cardinality: Cardinality) -> RelationInfo:
    """Sets whether a relation holds one value or gathers several, in one write transaction.

    Raises:
        NotFoundError: neither the catalogue nor a statement of the file has the relation.
    """
    name = relation_named(relation)
    with connection.write():
        known = connection.row(sql("assertions/find_relation"), {"name": name}) is not None
        if not known and name not in catalogue().relations:
            raise NotFoundError(f"no relation named {shown(relation)}: `memdb relations` lists those in use")
        Relations(connection).set_by_user(name, cardinality)
        streams = [stream_id for (stream_id, *_) in connection.rows(sql("query/scope"))]
        return next(one for one in relations(connection, streams) if one.name == name)


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


def _slot(connection: Connection, stream: str, triple: Triple) -> dict[str, object]:
    """The bindings that name a subject's relation in a stream, which need not exist yet."""
    found = connection.row(sql("ingest/find_stream"), {"name": stream})
    return {
        "stream_id": found[0] if found else None,
        "subject_key": entity_key(triple.subject),
        "relation": triple.relation,
    }


def _assert(connection: Connection, stored: Stored) -> None:
    frontend = RulesFrontend()
    read = frontend.extract(stored.packet, profile=stored.profile, known_people=stored.known_people)
    extraction_id = record(
        connection, read, stream_id=stored.stream_id, packet_id=stored.packet.id, frontend=frontend.name
    )
    AssertionWriter(connection).append(
        read.triples, packet=stored.packet, stream_id=stored.stream_id, extraction_id=extraction_id
    )
    placer = Placer(connection)
    placer.place(stored.packet.id)
    placer.finish()
