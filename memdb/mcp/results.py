"""What the tools return, as structured content; the schemas come from these classes."""

from typing import Any

import msgspec
from msgspec import Struct

from memdb import Answer, EvidencePacket, Fact, Hit

LONGEST = 2000
"""Characters of one record in a result; the resource of the packet has them all."""


class Record(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One original record, quoted. `packet` is the id that `forget` and the resource `memdb://packets/ID` take.

    `superseded_by` is a newer value that replaced what it states. `cut` says that `content` goes on in the resource.
    """

    packet: int
    stream: str
    session: str
    content: str
    turn: str | None = None
    speaker: str | None = None
    said_at: str | None = None
    cited: bool = False
    superseded_by: str | None = None
    cut: bool = False


class Answered(Struct, frozen=True, kw_only=True):
    """An answer and the records behind it, those that it cites first; `more` were read too."""

    answer: str
    basis: str
    reader: str
    sources: tuple[Record, ...]
    more: int
    notes: tuple[str, ...]


class Found(Struct, frozen=True, kw_only=True):
    """Ranked records, best first."""

    records: tuple[Record, ...]


class Held(Struct, frozen=True, kw_only=True):
    """What holds, or held; `more` values were left out."""

    facts: tuple[Fact, ...]
    more: int


class Forgotten(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a call of `forget` deleted (`done`), or what the next one with `confirm` would.

    `traces_left` says that a reader of the file keeps some of its bytes on disk until the memory is opened again.
    """

    done: bool
    what: str
    packets: int
    sessions: int
    streams: int
    confirm: str | None = None
    record: Record | None = None
    traces_left: bool = False


class MemoryStatus(Struct, frozen=True, kw_only=True):
    """The file, the streams within reach with their records, the models by role, and records that await a model."""

    path: str
    streams: dict[str, int]
    models: dict[str, str | None]
    awaiting_embedding: int
    awaiting_model: int
    notes: tuple[str, ...]


def record(document: dict[str, Any]) -> Record:
    """The record of a `show` document."""
    fields = ("packet", "stream", "session", "turn", "speaker", "said_at")
    return _record({name: document[name] for name in fields}, document["content"])


def answered(answer: Answer, most: int) -> Answered:
    """An answer with at most `most` sources."""
    rank = {packet: at for at, packet in enumerate(answer.citations)}
    packets = sorted(answer.evidence.packets, key=lambda one: rank.get(one.packet, len(rank)))
    return Answered(
        answer=answer.answer, basis=answer.basis, reader=answer.reader,
        sources=tuple(_evidence(one, cited=one.packet in rank) for one in packets[:most]),
        more=max(0, len(packets) - most), notes=answer.evidence.notes,
    )  # fmt: skip


def found(hits: tuple[Hit, ...]) -> Found:
    """The records of a search."""
    return Found(
        records=tuple(_record(_origin(hit) | {"superseded_by": hit.superseded_by}, hit.content) for hit in hits)
    )


def _evidence(packet: EvidencePacket, *, cited: bool) -> Record:
    newer = dict.fromkeys(claim.superseded_by for claim in packet.claims if claim.superseded_by is not None)
    fields = _origin(packet) | {"cited": cited, "superseded_by": "; ".join(newer) or None}
    return _record(fields, packet.content)


def _origin(one: EvidencePacket | Hit) -> dict[str, Any]:
    return {
        "packet": one.packet, "stream": one.stream, "session": one.session, "turn": one.turn, "speaker": one.speaker,
        "said_at": one.said_at,
    }  # fmt: skip


def _record(fields: dict[str, Any], content: str) -> Record:
    return Record(**fields, content=content[:LONGEST], cut=len(content) > LONGEST)


def schema(kind: type) -> dict[str, Any]:
    """The JSON schema of a class, with an object at its root as MCP asks."""
    _, parts = msgspec.json.schema_components((kind,), ref_template="#/$defs/{name}")
    root: dict[str, Any] = parts.pop(kind.__name__)
    return root | ({"$defs": parts} if parts else {})
