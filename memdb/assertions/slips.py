"""Slips of the tongue: which statement a speaker puts right with "sorry, I meant Thursday"."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from memdb.records.dates import is_date
from memdb.records.extraction import Triple
from memdb.records.keys import entity_key
from memdb.records.packet import Packet
from memdb.store import Connection, sql

_TURNS = 6  # turns of the session within which something was "just" said
_DIGIT = re.compile(r"\d")


class Slip(NamedTuple):
    """A statement that is put right: a row of assertions/just_said.sql."""

    id: int
    packet: int
    descriptor: int | None
    subject: str
    subject_key: str
    relation: str
    object: str
    object_key: str


def slips(connection: Connection, triple: Triple, *, packet: Packet, stream_id: int) -> list[Slip]:
    """The statements that a correction puts right, none where nothing fits.

    A whole statement puts right the speaker's last one about the same; a bare value the last one with a value of its
    kind; no value takes back all that the last sentence stated. A value with a subject puts right the newest one of its
    kind that holds of that, whoever said it.
    """
    key = entity_key(triple.subject)
    if triple.subject and not triple.relation:
        rows = connection.rows(sql("assertions/values_of"), {"stream_id": stream_id, "subject_key": key})
        return _nearest([Slip(*row) for row in rows], triple.object)
    rows = connection.rows(sql("assertions/just_said"), {"packet_id": packet.id, "turns": _TURNS})
    said = [Slip(*row) for row in rows]
    if triple.relation:
        said = [one for one in said if (one.subject_key, one.relation) == (key, triple.relation)][:1]
        return [one for one in said if one.object_key != entity_key(triple.object)]
    if not triple.object:
        return [one for one in said if (one.packet, one.descriptor) == (said[0].packet, said[0].descriptor)]
    return _nearest([one for one in said if one.packet == said[0].packet], triple.object)


def _nearest(said: Sequence[Slip], value: str) -> list[Slip]:
    """The statement whose value is most like another, the newest of equals; none where it is the same or unlike."""
    best = max(said, key=lambda one: _likeness(one.object, value), default=None)
    if best is None or not _likeness(best.object, value) or best.object_key == entity_key(value):
        return []
    return [best]


def _likeness(one: str, other: str) -> int:
    """How much two values look alike: 2 with a word in common, 1 of one kind (dates, numbers, names, words), else 0."""
    if not set(entity_key(one).split()).isdisjoint(entity_key(other).split()):
        return 2
    return int(_kind(one) == _kind(other))


def _kind(value: str) -> tuple[bool, bool, bool]:
    return is_date(value), _DIGIT.search(value) is not None, value[0].isupper()
