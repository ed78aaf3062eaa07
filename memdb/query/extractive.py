"""The reader that needs no model: it answers with a literal value or sentence of the evidence, or with "Unknown"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memdb.query.date_words import MONTHS, WEEKDAYS
from memdb.query.paths import Path, asked_for
from memdb.query.period import asks_what_happened, is_period_word, told_within
from memdb.query.state import ClosureEdge, ReadState
from memdb.records.catalogue import catalogue
from memdb.records.evidence import Basis, EvidenceClaim, EvidencePacket
from memdb.records.settings import PassageSettings
from memdb.records.tokens import terms

UNKNOWN = "Unknown"
NAME = "extractive"
_CLOCK = re.compile(r"\b(?:\d{1,2}:\d\d|\d{1,2} ?[ap]\.?m\b|noon|midnight)", re.IGNORECASE)
_PLACE = re.compile(
    r"\b(?:in|at|to|near|under|behind|inside|into|from|on) (?:(?:the|an?|my|our|his|her|their) )?"
    rf"(?!(?:{'|'.join((*MONTHS, *WEEKDAYS))})|\d|(?:next|last|this|that|time|now|it|me|you|us|them)\b)\w"
)
_KIN = re.compile(r"(?:[Mm]y|[Oo]ur) ((?:[a-z-]+ ){0,2}?[a-z-]+) (?:[A-Z]|\w+s\b|has|is|was|will)")
# "Is the trip still on?" asks for nothing but the trip.
_HOLDING = frozenset(terms("still yet already currently"))
_DAY = 10  # characters of an ISO day


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
    """The value that the question asks for, where its words leave no choice: no other value comes near it."""
    settings = state.request.settings.reader
    paths = asked_for(state, margin=settings.sure)
    values = {path.edges[-1].object_key for path in paths}
    return _value(state, paths) if len(values) == 1 and paths[0].explained >= settings.explained else None


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
    ends = _of_period(_ends(path, paths), state)
    if not ends:
        return None
    packets = tuple(dict.fromkeys(edge.packet for edge in (*path.edges, *ends)))
    return Reading(_list([edge.object for edge in ends]), "statement", packets)


def _ends(path: Path, paths: Sequence[Path]) -> list[ClosureEdge]:
    """The last statement of the best path, with those of equal paths that give further values of the same relation."""
    last = path.edges[-1]
    same = [one.edges[-1] for one in paths if one.score == path.score and one.edges[-1].slot == last.slot]
    return sorted({edge.object_key: edge for edge in same}.values(), key=lambda edge: (edge.position, edge.object_key))


def _of_period(ends: list[ClosureEdge], state: ReadState) -> list[ClosureEdge]:
    """Of several values those told in the period that is asked about.

    Where none is, all of them held at the time of "what did she like in May?", and none was "bought last week".
    """
    period = state.request.period
    if not period or len(ends) == 1:
        return ends
    told = {
        packet.packet
        for packet in state.records
        if any(told_within(period, packet.said_at, claim.event_time) for claim in packet.claims)
    }
    of_then = [end for end in ends if end.packet in told]
    return of_then or (ends if state.told else [])


def _list(values: Sequence[str]) -> str:
    """Values as English lists them: "a, b and c"."""
    *before, last = values
    return f"{', '.join(before)} and {last}" if before else last


def _passage(state: ReadState, paths: Sequence[Path]) -> Reading | None:
    """The claim that holds most of what the question asks, of whom it asks it; of equals the nearest, then newest."""
    settings = state.request.settings.passage
    asked = _Asked(state)
    best: tuple[float, float, bool, str, int] | None = None
    found: Reading | None = None
    happened = state.told is None and asks_what_happened(state.request.question)
    # What holds now is no answer to what held before.
    current = {edge.packet for path in paths for edge in path.edges} if state.known_intent.past else set[int]()
    for packet in state.records:
        if packet.packet in current:
            continue
        for claim in packet.claims:
            share, near = asked.share(claim, packet), asked.near(claim, packet)
            # "Where did Ana live in May?" is answered by what was said before; "What did I buy last week?" is not.
            if happened:
                share *= near
            if share < settings.least_share:
                continue
            if state.known_intent.past and claim.superseded_by:
                share += settings.formerly
            rank = (round(share, 2), near, asked.fits(claim), packet.said_at or "", packet.packet)
            if best is None or rank > best:
                best, found = rank, Reading(_worded(claim, packet, state), "passage", (packet.packet,))
    return found


class _Asked:
    """What a question asks: its content terms, and the terms of the names in it."""

    def __init__(self, state: ReadState) -> None:
        self._past = state.known_intent.past or state.told is not None
        self._told = state.told
        self._period = state.request.period
        self._dated = state.known_intent.wants == "date"
        self._place = state.known_intent.wants == "place"
        self._settings: PassageSettings = state.request.settings.passage
        names = {word for anchor in state.anchors for word in terms(anchor.key)}
        names |= {term for record in state.records for term in terms(record.speaker or "")}
        names |= {term for name in state.known_intent.names for term in terms(name)}
        timed = state.told is not None or self._period != ""
        wanted = {term for term in state.known_intent.terms if not (timed and is_period_word(term))}
        if state.known_intent.yes_no:
            wanted -= _HOLDING
        self._names = wanted & names
        self._content = wanted - names

    def share(self, claim: EvidenceClaim, packet: EvidencePacket) -> float:
        """The share of the content terms that a claim holds, 0 where it is about somebody else or no longer holds."""
        over = claim.superseded_by is not None and (claim.corrected or not self._past)
        if over or "history" in packet.via:
            return 0.0
        if self._told and not any(
            self._told.sees(time, 0) for time in (claim.event_time[:_DAY], packet.said_at) if time
        ):
            return 0.0  # what was said later did not hold then
        about = set(terms(claim.text))
        kin = _KIN.match(claim.text)
        if kin and packet.speaker and self._content.isdisjoint(terms(kin[1])) and _is_person(kin[1]):
            about -= set(terms(packet.speaker))
            packet = replace(packet, speaker=None)  # "My sister lives in York" tells of her, and not of who says it
        said_by = set(terms(packet.speaker or ""))
        if self._names and self._names.isdisjoint(about | said_by):
            return 0.0
        if self._dated and not self._names <= about | said_by:
            return 0.0  # the day on which Mia met Tom is not the day on which she met Ben
        if not self._content:
            return self._settings.least_share if self._names <= about else 0.0
        return len(self._content & about) / len(self._content)

    def near(self, claim: EvidenceClaim, packet: EvidencePacket) -> float:
        """How near a claim is to the period that is asked about; 1 where none is."""
        return told_within(self._period, packet.said_at, claim.event_time)

    def fits(self, claim: EvidenceClaim) -> bool:
        """Whether a claim names a place where a place is asked for, as far as a preposition shows it."""
        return not self._place or _PLACE.search(claim.text) is not None


def _is_person(noun: str) -> bool:
    """Whether a noun names a person by how somebody is related to another."""
    entry = catalogue().relations.get(catalogue().noun(noun))
    return entry is not None and entry.range == "person"


def _worded(claim: EvidenceClaim, packet: EvidencePacket, state: ReadState) -> str:
    """The claim, or for a question of time its date: that of the event, else the day it was said."""
    if state.known_intent.wants == "date" and not _CLOCK.search(claim.text):
        return claim.event_time or (packet.said_at or "")[:10] or claim.text
    return claim.text
