"""The reader that needs no model: it answers with a literal value or sentence of the evidence, or with "Unknown"."""

from collections.abc import Sequence
from dataclasses import dataclass

from memdb.query.paths import Path, asked_for
from memdb.query.state import ReadState
from memdb.records.evidence import Basis, EvidenceClaim, EvidencePacket
from memdb.records.settings import PassageSettings
from memdb.records.tokens import terms

UNKNOWN = "Unknown"
NAME = "extractive"


@dataclass(frozen=True, slots=True)
class Reading:
    """An answer, what it rests on, and the packets that it was read from, in the order of the reasoning.

    `notes` says in plain words what was cut.
    """

    answer: str
    basis: Basis
    packets: tuple[int, ...]
    notes: tuple[str, ...] = ()


def read_extractively(state: ReadState) -> Reading:
    """The value of the closure path that the question asks for, else the best supported sentence, else Unknown."""
    paths = asked_for(state)
    return _value(state, paths) or _passage(state, paths) or Reading(UNKNOWN, "none", ())


def read_surely(state: ReadState) -> Reading | None:
    """The value that the question asks for, where the closure leaves no choice: no other comes near it."""
    paths = asked_for(state, margin=state.request.settings.reader.sure)
    return _value(state, paths) if len({path.edges[-1].object_key for path in paths}) == 1 else None


def _value(state: ReadState, paths: Sequence[Path]) -> Reading | None:
    """The end of the best path; for a question about the past the value that it replaced."""
    path = paths[0] if paths else None
    # "Does Ana live in Delft?" is not answered by the name of another place, but by the sentence that says so.
    if path is None or state.known_intent.yes_no:
        return None
    if state.known_intent.past:
        last = path.edges[-1]
        former = next((one for one in state.former if one.slot == last.slot), None)
        return None if former is None else Reading(former.object, "statement", (former.packet, last.packet))
    return Reading(path.answer, "statement", tuple(dict.fromkeys(edge.packet for edge in path.edges)))


def _passage(state: ReadState, paths: Sequence[Path]) -> Reading | None:
    """The claim that holds most of what the question asks, of whom it asks it; the newest of equals."""
    settings = state.request.settings.passage
    asked = _Asked(state)
    best: tuple[float, str, int] | None = None
    found: Reading | None = None
    # What holds now is no answer to what held before.
    current = {edge.packet for path in paths for edge in path.edges} if state.known_intent.past else set[int]()
    for packet in state.records:
        if packet.packet in current:
            continue
        for claim in packet.claims:
            share = asked.share(claim, packet)
            if share < settings.least_share:
                continue
            if state.known_intent.past and claim.superseded_by:
                share += settings.formerly
            rank = (round(share, 2), packet.said_at or "", packet.packet)
            if best is None or rank > best:
                best, found = rank, Reading(_worded(claim, packet, state), "passage", (packet.packet,))
    return found


class _Asked:
    """What a question asks: its content terms, and the terms of the names in it."""

    def __init__(self, state: ReadState) -> None:
        self._past = state.known_intent.past
        self._dated = state.known_intent.wants == "date"
        self._settings: PassageSettings = state.request.settings.passage
        names = {word for anchor in state.anchors for word in terms(anchor.key)}
        names |= {term for record in state.records for term in terms(record.speaker or "")}
        names |= {term for name in state.known_intent.names for term in terms(name)}
        wanted = set(state.known_intent.terms)
        self._names = wanted & names
        self._content = wanted - names

    def share(self, claim: EvidenceClaim, packet: EvidencePacket) -> float:
        """The share of the content terms that a claim holds, 0 where it is about somebody else or no longer holds."""
        if "history" in packet.via or (claim.superseded_by is not None and not self._past):
            return 0.0
        about = set(terms(claim.text))
        said_by = set(terms(packet.speaker or ""))
        if self._names and self._names.isdisjoint(about | said_by):
            return 0.0
        if self._dated and not self._names <= about | said_by:
            return 0.0  # the day on which Mia met Tom is not the day on which she met Ben
        if not self._content:
            return self._settings.least_share if self._names <= about else 0.0
        return len(self._content & about) / len(self._content)


def _worded(claim: EvidenceClaim, packet: EvidencePacket, state: ReadState) -> str:
    """The claim, or for a question of time its date: that of the event, else the day it was said."""
    if state.known_intent.wants == "date":
        return claim.event_time or (packet.said_at or "")[:10] or claim.text
    return claim.text
