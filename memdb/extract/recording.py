"""Stores what a frontend read: the extraction's row and its descriptors."""

from dataclasses import fields

import msgpack
import msgspec

from memdb.records.extraction import Event, Extraction
from memdb.store import Connection, sql

_EVENT_FIELDS = tuple(one.name for one in fields(Event))


def record(connection: Connection, extraction: Extraction, *, stream_id: int, packet_id: int, frontend: str) -> int:
    """Stores the extraction of one packet by one frontend and returns its id; triples are the assertions room's."""
    extraction_id: int = connection.value(
        sql("extract/add_extraction"),
        {
            "stream_id": stream_id,
            "packet_id": packet_id,
            "frontend": frontend,
            "status": extraction.status,
            "reason": extraction.reason,
        },
    )
    record_claims(connection, extraction, extraction_id)
    return extraction_id


def record_claims(connection: Connection, extraction: Extraction, extraction_id: int) -> None:
    """Stores the claims of an extraction whose row is there."""
    for descriptor in extraction.descriptors:
        connection.rows(sql("extract/add_descriptor"), {
            "extraction_id": extraction_id, "ordinal": descriptor.ordinal, "claim": descriptor.claim,
            "people": _array(descriptor.people), "keywords": _array(descriptor.keywords),
            "event_time": descriptor.event_time, "tokens": descriptor.tokens, "event": pack_event(descriptor.event),
        })  # fmt: skip


def pack_event(event: Event) -> bytes:
    """An event record as a msgpack array in the order of its fields."""
    packed: bytes = msgpack.packb([getattr(event, name) for name in _EVENT_FIELDS])
    return packed


def unpack_event(packed: bytes) -> Event:
    """The event record that `pack_event` packed."""
    people, predicate, focus, goal, *rest = msgpack.unpackb(packed)
    event_type, event_time, polarity, confidence, profile = rest
    return Event(
        subject_people=tuple(people),
        predicate=predicate,
        focus_terms=tuple(focus),
        goal_context_terms=tuple(goal),
        event_type=event_type,
        event_time=event_time,
        polarity=polarity,
        confidence=confidence,
        needs_profile_extraction=profile,
    )


def _array(items: tuple[str, ...]) -> str:
    return msgspec.json.encode(items).decode()
