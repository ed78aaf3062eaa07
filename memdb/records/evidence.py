"""What a read returns: evidence packets, the graph behind them, and an answer (paper A, section A9)."""

from dataclasses import dataclass, field
from typing import Any, Literal

from memdb.records.plain import plain

Role = Literal["anchor", "frontier", "closure", "residual"]
Via = Literal["bm25", "cell", "dense", "graph", "history"]
Basis = Literal["statement", "passage", "model", "none"]
View = Literal["bundle", "raw", "claim"]
Recipe = Literal["best", "paper"]
"""How packets are found: as memdb finds most, or as the paper published it (sections A4 to A8)."""
NO_LONGER = "no longer so"
"""What replaced a value that was denied and not replaced by another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceClaim:
    """One claim of an evidence packet. `superseded_by` says what replaced it, or is None while it holds.

    `corrected` is true where it was a slip that its speaker put right, so that it never held.
    """

    text: str
    event_time: str
    superseded_by: str | None
    corrected: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidencePacket:
    """One original record given to the reader, with the doors it came through.

    `packet` is the id that `show` and `forget` take. `score` is the pool score (no unit, larger is better).
    """

    packet: int
    stream: str
    turn: str | None
    session: str
    speaker: str | None
    said_at: str | None
    content: str
    role: Role
    via: tuple[Via, ...]
    score: float
    claims: tuple[EvidenceClaim, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """One current statement of the closure. `depth` is the number of edges between its subject and an anchor."""

    subject: str
    relation: str
    object: str
    depth: int
    packet: int
    turn: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """The five-hop closure of a question (section B4)."""

    anchors: tuple[str, ...] = ()
    edges: tuple[Edge, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Everything a reader needs to answer, built without generation.

    `text` is the rendered evidence, at most the character budget; `left_out` records did not fit into it. `notes` says
    in plain words what was cut or assumed.
    `timing_ms` is wall-clock milliseconds by stage. `usage` counts model tokens by kind, empty without a model.
    """

    question: str
    packets: tuple[EvidencePacket, ...]
    graph: Graph
    text: str
    notes: tuple[str, ...] = ()
    left_out: int = 0
    usage: dict[str, int] = field(default_factory=dict[str, int])
    timing_ms: dict[str, float] = field(default_factory=dict[str, float])

    def to_dict(self) -> dict[str, Any]:
        """The JSON document of `memdb ask --evidence --json`: an answer document whose answer and reader are null."""
        return _document(self, answer=None, reader=None, basis=None, citations=())


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer with the evidence it was read from.

    `reader` names who answered (`extractive` when no model was used). `basis` is what the answer rests on: a
    "statement" that was read out of the records, a "passage" quoted from one, a "model" that read the evidence, or
    "none" for "Unknown". `citations` are the packet ids that support the answer, strongest first, and empty for
    "Unknown".
    """

    answer: str
    reader: str
    basis: Basis
    citations: tuple[int, ...]
    evidence: Evidence

    def to_dict(self) -> dict[str, Any]:
        """The JSON document of `memdb ask --json`."""
        return _document(
            self.evidence, answer=self.answer, reader=self.reader, basis=self.basis, citations=self.citations
        )


def _document(
    evidence: Evidence,
    *,
    answer: str | None,
    reader: str | None,
    basis: Basis | None,
    citations: tuple[int, ...],
) -> dict[str, Any]:
    return {
        "question": evidence.question,
        "answer": answer,
        "reader": reader,
        "basis": basis,
        "citations": list(citations),
        "evidence": plain(evidence.packets),
        "graph": plain(evidence.graph),
        "text": evidence.text,
        "notes": list(evidence.notes),
        "usage": evidence.usage,
        "timing_ms": evidence.timing_ms,
    }
