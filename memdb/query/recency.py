"""Stage 9: of the best records about the same thing the newer comes first, where the question asks how things are.

Two records are about the same thing where the newer holds one of the rarest words of the question that the older holds.
Only the first few change places with each other, so that what is among them stays among them.
"""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memdb.query.state import Pooled, ReadState
from memdb.records.dates import sort_key
from memdb.records.settings import RecencySettings
from memdb.store import Connection, sql


def prefer_newer(state: ReadState, connection: Connection) -> ReadState:
    """Moves each of the first packets of the pool before the older ones about the same thing."""
    settings, first = state.request.settings.recency, state.pool[: state.request.settings.recency.first]
    if state.closure_only or state.request.period or not state.known_intent.present or len(first) < 2:  # noqa: PLR2004
        return state
    floor = state.pool[: settings.floor][-1].score
    records = _records(state, first, connection, floor)
    ordered: list[_Record] = []
    for record in records:
        place = len(ordered)
        while place and record.replaces(ordered[place - 1], settings):
            place -= 1
        ordered.insert(place, record)
    return replace(state, pool=(*(one.pooled for one in ordered), *state.pool[len(first) :]))


@dataclass(frozen=True, slots=True)
class _Record:
    """One of the first packets: its sortable time, its score above the floor, and its question terms, rarest first."""

    pooled: Pooled
    time: str
    score: float
    terms: tuple[int, ...]

    def replaces(self, other: "_Record", settings: RecencySettings) -> bool:
        """Whether this is newer, about the same thing, and answers to the question about as well."""
        return (
            other.time != ""
            and self.time > other.time
            and not set(other.terms[: settings.rarest]).isdisjoint(self.terms)
            and self.score >= settings.share * other.score
        )


def _records(state: ReadState, first: Sequence[Pooled], connection: Connection, floor: float) -> list[_Record]:
    terms = json.dumps(state.known_intent.terms, ensure_ascii=False)
    counts: dict[int, int] = dict(
        connection.rows(sql("query/posting_counts"), {"streams": json.dumps(state.stream_ids), "terms": terms})
    )
    held: dict[int, list[int]] = defaultdict(list)
    times: dict[int, str] = {}
    packets = json.dumps([one.packet for one in first])
    for packet, said_at, term in connection.rows(sql("query/held_terms"), {"packets": packets, "terms": terms}):
        held[packet].append(term)
        times[packet] = sort_key(said_at)
    return [
        _Record(
            one, times.get(one.packet, ""), one.score - floor, tuple(sorted(held[one.packet], key=counts.__getitem__))
        )
        for one in first
    ]
