"""The reader that needs no model: it answers with a literal value or sentence of the evidence, or with "Unknown"."""

from dataclasses import dataclass

from memdb.query.paths import Path, asked_for
from memdb.query.state import ReadState
from memdb.records.evidence import EvidenceClaim, EvidencePacket
from memdb.records.tokens import terms

UNKNOWN = "Unknown"
NAME = "extractive"
_PACKETS = 5  # first-ranked packets in which a span is looked for
_FORMERLY = 0.3  # what a replaced statement gains when the question is about the past
_LEAST_SHARED = 0.34  # of the question's terms that a supporting sentence must hold


@dataclass(frozen=True, slots=True)
class Reading:
    """An answer and the packets that it was read from, in the order of the reasoning."""

    answer: str
    packets: tuple[int, ...]


def read_extractively(state: ReadState) -> Reading:
    """The answer of the closure path that the question asks for, else the best supported sentence, else Unknown."""
    path = _path(state)
    if path is not None:
        return Reading(path.answer, tuple(dict.fromkeys(edge.packet for edge in path.edges)))
    return _span(state)


def _path(state: ReadState) -> Path | None:
    # Only what holds is in the closure; what held before is told by the records.
    if state.known_intent.past and not state.request.facts_only:
        return None
    return next(iter(asked_for(state)), None)


def _span(state: ReadState) -> Reading:
    """The sentence of the first packets that shares most terms with the question; its date for a question of time."""
    assert state.evidence is not None, "the evidence is rendered before it is read"
    wanted = set(state.known_intent.terms)
    best: tuple[float, str, int] = (0.0, UNKNOWN, 0)
    for rank, packet in enumerate(state.evidence.packets[:_PACKETS]):
        if "history" in packet.via:
            continue
        for claim in packet.claims:
            if claim.superseded_by is not None and not state.known_intent.past:
                continue
            about = set(terms(f"{claim.text} {packet.speaker or ''}"))
            shared = len(wanted & about) / max(1, len(wanted)) - 0.02 * rank
            if claim.superseded_by is not None:
                shared += _FORMERLY
            if shared > best[0]:
                best = (shared, _worded(claim, packet, state), packet.packet)
    if best[0] < _LEAST_SHARED:
        return Reading(UNKNOWN, ())
    return Reading(best[1], (best[2],))


def _worded(claim: EvidenceClaim, packet: EvidencePacket, state: ReadState) -> str:
    """The claim, or for a question of time its date: that of the event, else the day it was said."""
    if state.known_intent.wants == "date":
        return claim.event_time or (packet.said_at or "")[:10] or claim.text
    return claim.text
