"""Reads statements: what holds about a subject at a moment, and what held from when to when (section B2)."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from memdb.records.evidence import NO_LONGER
from memdb.records.moments import Moment
from memdb.records.reports import Ended, Fact
from memdb.store import Connection, sql

_CHUNK = 500  # subjects a statement, so that listing a large memory stays in bounded memory


class _Statement(NamedTuple):
    """One row of assertions/history.sql, less the keys by which rows are grouped."""

    id: int
    stream: str
    subject: str
    relation: str
    object: str
    object_key: str
    positive: int
    said_at: str | None
    packet: int
    turn: str | None
    speaker: str | None
    asserted_at: str
    position: int
    corrects: int | None
    corrected_to: str | None
    corrected_at: str | None
    corrected_in: int | None


def subjects(connection: Connection, streams: Sequence[int]) -> list[str]:
    """The keys of all subjects of some streams."""
    return [key for (key,) in connection.rows(sql("assertions/subjects"), {"streams": json.dumps(list(streams))})]


def facts(
    connection: Connection, streams: Sequence[int], keys: Sequence[str], *, at: Moment, history: bool
) -> tuple[Fact, ...]:
    """What holds about some subjects at a moment; with `history` also what no longer does, subject by subject in time.

    A value that was stated again while it held is one fact; one that held twice with a gap is two.
    """
    found: list[Fact] = []
    for start in range(0, len(keys), _CHUNK):
        rows = connection.rows(sql("assertions/history"), {
            "streams": json.dumps(list(streams)), "subjects": json.dumps(list(keys[start : start + _CHUNK])),
            "until": at.until, "position": at.position,
        })  # fmt: skip
        for _, of_subject in groupby(rows, key=lambda row: row[-4:-2]):
            spans = [
                span
                for _, of_slot in groupby(of_subject, key=lambda row: row[-2:])
                for span in _spans(_Statement(*row[:-4]) for row in of_slot)
            ]
            if history:
                spans.sort(key=lambda span: span.began)
            found.extend(span.fact() for span in spans if history or span.end is None)
    return tuple(found)


class _End(NamedTuple):
    """How a value ended: the fields of a fact that say so."""

    ended: Ended | None = None
    superseded_by: str | None = None
    until: str | None = None
    ended_in: int | None = None


@dataclass(slots=True)
class _Span:
    """A value, or the denial of one, with the statements of it while it held, oldest first."""

    statements: list[_Statement]
    end: _End | None = None

    @property
    def newest(self) -> _Statement:
        """The statement that stands for the span."""
        return self.statements[-1]

    @property
    def began(self) -> tuple[str, int, int]:
        """By what spans are put in time."""
        first = self.statements[0]
        return (first.asserted_at, first.position, first.id)

    def says(self, other: _Statement) -> bool:
        """Whether a statement says the same again."""
        return (self.newest.object_key, self.newest.positive) == (other.object_key, other.positive)

    def close(self, by: _Statement) -> None:
        """Ends the span by a statement of another value, or by a denial."""
        self.end = (
            _End("replaced", by.object, by.said_at, by.packet)
            if by.positive
            else _End("ended", NO_LONGER, by.said_at, by.packet)
        )

    def fact(self) -> Fact:
        """The span as callers get it."""
        first, newest = self.statements[0], self.newest
        end = self.end or _End()
        return Fact(
            assertion=newest.id, stream=newest.stream, subject=newest.subject, relation=newest.relation,
            object=newest.object, positive=bool(newest.positive), current=self.end is None,
            superseded_by=end.superseded_by, asserted_at=newest.said_at, packet=newest.packet, turn=newest.turn,
            speaker=newest.speaker, since=first.said_at, until=end.until, ended=end.ended, ended_in=end.ended_in,
            packets=tuple(dict.fromkeys(one.packet for one in self.statements)),
        )  # fmt: skip


class _Slot:
    """The spans of one slot, whose statements are read oldest first.

    The newest value holds until another is stated, it is denied, or it ends unnamed. The denial of another value than
    the one in force says nothing about that, and a slip of the tongue never held.
    """

    def __init__(self) -> None:
        self.spans: list[_Span] = []
        self._value: _Span | None = None  # in force
        self._denials: list[_Span] = []  # in force

    def read(self, one: _Statement) -> None:
        """Reads one statement."""
        if one.corrected_in is not None:
            end = _End("corrected", one.corrected_to or NO_LONGER, one.corrected_at, one.corrected_in)
            self.spans.append(_Span([one], end))
        elif one.positive:
            self._state(one)
        elif one.corrects is None:  # else it only takes back
            self._deny(one)

    def _state(self, one: _Statement) -> None:
        if self._value and self._value.says(one):
            self._value.statements.append(one)
            return
        for span in (*self._denials, *([self._value] if self._value else [])):
            span.close(one)
        self._value, self._denials = _Span([one]), []
        self.spans.append(self._value)

    def _deny(self, one: _Statement) -> None:
        value = self._value
        if value and one.object_key not in {"", value.newest.object_key}:
            end = _End("replaced", value.newest.object, one.said_at, value.newest.packet)
            self.spans.append(_Span([one], end))
            return
        if value:
            value.close(one)
            self._value = None
        again = next((span for span in self._denials if span.says(one)), None)
        if again:
            again.statements.append(one)
        elif one.object_key:
            self._denials.append(_Span([one]))
            self.spans.append(self._denials[-1])


def _spans(statements: Iterable[_Statement]) -> list[_Span]:
    """The spans of one slot, whose statements come oldest first."""
    slot = _Slot()
    for one in statements:
        slot.read(one)
    return slot.spans
