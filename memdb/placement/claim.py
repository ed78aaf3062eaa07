"""A claim as placement sees it, and its document in the index of claims."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from memdb.records.claim_keys import is_negated, keyword_key, person_key
from memdb.records.packet import Layout
from memdb.records.tokens import terms
from memdb.store import Connection, sql


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A claim by its keys. `tokens` are its words, n of the paper; `session` is the index of its session, j."""

    id: int
    packet: int
    session: int
    tokens: int
    people: tuple[str, ...]
    keywords: tuple[str, ...]
    negated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where the claims of a packet are placed."""

    packet: int
    stream_id: int
    layout: Layout
    session: int
    speaker: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A claim as a frontend read it out of a packet: the names as written."""

    extraction_id: int
    ordinal: int
    text: str
    people: Sequence[str]
    keywords: Sequence[str]
    event_time: str
    tokens: int


def add_claim(connection: Connection, standing: Standing, read: Read, *, speaker_counts: bool) -> Claim:
    """Stores the document of a claim and returns the claim.

    The people are those whom the claim involves; with `speaker_counts` whoever said it is one of them.
    """
    speaker = (standing.speaker,) if speaker_counts and standing.speaker else ()
    involved = (*speaker, *read.people)
    people = tuple(dict.fromkeys(map(person_key, involved)))
    keywords = tuple(dict.fromkeys(map(keyword_key, read.keywords)))
    negated = is_negated(read.text)
    found = terms(" ".join((read.text, *read.keywords, *involved)))
    claim_id: int = connection.value(sql("placement/add_claim"), {
        "stream_id": standing.stream_id, "packet_id": standing.packet, "extraction_id": read.extraction_id,
        "ordinal": read.ordinal, "session_index": standing.session, "tokens": read.tokens, "length": len(found),
        "people": _json(people), "keywords": _json(keywords), "negated": int(negated),
        "temporal": int(read.event_time != ""), "terms": _json(Counter(found)),
    })  # fmt: skip
    return Claim(
        id=claim_id, packet=standing.packet, session=standing.session, tokens=read.tokens, people=people,
        keywords=keywords, negated=negated,
    )  # fmt: skip


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
