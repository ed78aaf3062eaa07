"""Claims as addresses: what finds a packet in the published recipe (paper A, section 3.2)."""

import json
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from memdb.records.evidence import Via
from memdb.records.moments import Moment
from memdb.store import Connection, sql

_KEYS = msgspec.json.Decoder(list[str])
_COUNTS = msgspec.json.Decoder(dict[str, int])


class Query(NamedTuple):
    """What is compared of a question: its terms, whom it names, and whether it asks about time."""

    terms: frozenset[str]
    people: frozenset[str]
    temporal: bool


class Address(NamedTuple):
    """One claim as it is found: by its terms, keywords and people, in a Cell or in none.

    `terms` hold those of the keywords and people too. `dated` is whether it has an event time.
    """

    claim: int
    packet: int
    cell: int | None
    text: str
    terms: frozenset[str]
    keywords: frozenset[str]
    people: frozenset[str]
    dated: bool


class ClaimHit(NamedTuple):
    """One claim that BM25 returned, with its raw score."""

    claim: int
    score: float


class OpenedCell(NamedTuple):
    """An opened Cell with its utility (equation 22), its redundancy then, and its marginal gain (equation 23)."""

    cell: int
    utility: float
    redundancy: float
    gain: float


class ScoredClaim(NamedTuple):
    """One candidate claim: its score (equation 7), its mapped BM25 or 0, and every channel that found it."""

    claim: int
    packet: int
    cell: int | None
    via: tuple[Via, ...]
    score: float
    bm25: float
    text: str


def jaccard(left: frozenset[str], right: frozenset[str]) -> float:
    """The share of two sets that they have in common, 0 where both are empty."""
    common = len(left & right)
    return common / (len(left) + len(right) - common) if common else 0.0


def addresses(connection: Connection, claims: Sequence[int], at: Moment) -> dict[int, Address]:
    """The claims by id, in the given order, less those of packets that were not there at the moment of the read."""
    rows = connection.rows(sql("query/addresses"), {"claims": json.dumps(list(claims))})
    return {
        claim: Address(
            claim, packet, cell, text, frozenset(_COUNTS.decode(terms)), words_of(keywords), keys_of(people),
            bool(temporal),
        )
        for claim, packet, cell, text, terms, keywords, people, temporal, position, said_at in rows
        if at.sees(said_at, position)
    }  # fmt: skip


def words_of(keywords: str) -> frozenset[str]:
    """The words of keyword phrases, a JSON array, since a question may name a part of one."""
    return frozenset(" ".join(_KEYS.decode(keywords)).split())


def keys_of(people: str) -> frozenset[str]:
    """The keys of a JSON array."""
    return frozenset(_KEYS.decode(people))
