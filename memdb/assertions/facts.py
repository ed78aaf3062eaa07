"""Reads statements: what holds about a subject at a moment, and what replaced what (section B2)."""

import json
from collections.abc import Sequence
from itertools import groupby

from memdb.records.evidence import NO_LONGER
from memdb.records.moments import Moment
from memdb.records.reports import Fact
from memdb.store import Connection, Row, sql

_CHUNK = 500  # subjects a statement, so that listing a large memory stays in bounded memory


def subjects(connection: Connection, streams: Sequence[int]) -> list[str]:
    """The keys of all subjects of some streams."""
    return [key for (key,) in connection.rows(sql("assertions/subjects"), {"streams": json.dumps(list(streams))})]


def facts(
    connection: Connection, streams: Sequence[int], keys: Sequence[str], *, at: Moment, history: bool
) -> tuple[Fact, ...]:
    """The statements about some subjects at a moment; with `history` also those that no longer hold, oldest first."""
    found: list[Fact] = []
    for start in range(0, len(keys), _CHUNK):
        rows = connection.rows(sql("assertions/history"), {
            "streams": json.dumps(list(streams)), "subjects": json.dumps(list(keys[start : start + _CHUNK])),
            "until": at.until, "position": at.position,
        })  # fmt: skip
        for _, group in groupby(rows, key=lambda row: row[11:]):
            slot = _slot(list(group))
            found.extend(fact for fact in slot if history or fact.current)
    return tuple(found)


def _slot(rows: list[Row]) -> list[Fact]:
    """The statements of one slot, oldest first: the newest value holds unless a later denial names it."""
    found: list[Fact] = []
    value: Row | None = None
    for n, row in enumerate(rows):
        found.append(_fact(row, *_standing(rows, n, value)))
        value = row if row[6] else value
    return found


def _standing(rows: list[Row], n: int, value: Row | None) -> tuple[bool, str | None]:
    """Whether statement n of a slot still holds, and what replaced it if not; `value` is the value before it."""
    row = rows[n]
    if not row[6] and value is not None and value[5] != row[5]:
        # The denial of a value that had been replaced says nothing about the one in force.
        return False, str(value[4])
    for k in range(n + 1, len(rows)):
        other = rows[k]
        if other[6] and (other[5] != row[5] or not row[6]):
            return False, str(other[4])
        if other[6] or other[5] == row[5]:
            # The same value stated again takes over; the same value denied ends it.
            return False, str(other[4]) if other[6] else NO_LONGER
    return True, None


def _fact(row: Row, current: bool, superseded_by: str | None) -> Fact:  # noqa: FBT001 - unpacked from a pair
    return Fact(
        assertion=row[0], stream=row[1], subject=row[2], relation=row[3], object=row[4], positive=bool(row[6]),
        current=current, superseded_by=superseded_by, asserted_at=row[7], packet=row[8], turn=row[9], speaker=row[10],
    )  # fmt: skip
