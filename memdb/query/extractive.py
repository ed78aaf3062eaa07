"""The reader that needs no model: it answers with a literal value or sentence of the evidence, or with "Unknown"."""

from dataclasses import dataclass

from memdb.query.paths import Path, best_paths
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
    if state.known_intent.past and not state.request.facts_only:
        # Only what holds is in the closure; what held before is told by the records.
        return None
    settings = state.request.settings
    paths = best_paths(state.edges, state.anchors, state.known_intent, settings.paths)
    if not paths or paths[0].score < settings.paths.accept:
        return None
    # A fact stream answers in the terms of its facts; talk holds many statements that a question only brushes against.
    if not state.request.facts_only and paths[0].explained < settings.graph.explained:
        return None
    return paths[0]


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
