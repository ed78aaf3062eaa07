"""A model's reply as an extraction: the claims that its record supports, completed by the rules (section A1, B1).

The model gives the text of a claim, its type and its statements. People, keywords, event time and the event record are
read out of that text by the same functions that read the rules' claims.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import get_args

from memdb.extract.claims import is_asked, literal, shared, token_count
from memdb.extract.event_time import resolve_time
from memdb.extract.events import event
from memdb.extract.keywords import keywords
from memdb.extract.lists import load
from memdb.extract.model_facts import NEGATED, UNREAL, checked
from memdb.extract.model_output import RawClaim, Reply
from memdb.extract.model_source import Source, is_of_listener, is_of_speaker
from memdb.extract.people import people
from memdb.extract.sentences import is_chitchat
from memdb.extract.statements import Reading
from memdb.extract.verb_patterns import is_unreal
from memdb.records.claim_keys import is_negated
from memdb.records.extraction import Descriptor, EventType, Extraction, Status, Triple
from memdb.records.keys import entity_key, key_words
from memdb.records.tokens import STOP_WORDS, stem, terms

_LEAST_OWN = 0.5
"""The share of a claim's terms, names left out, that the record must have."""
_LEAST_SHARE = 0.7
"""The share that the record and the turn before must have together."""
# "Noor likes figs" has a term that "I like figs" has not.
_STOPS = frozenset(stem(word) for word in STOP_WORDS)
_TALK = frozenset(load("model")["talk"].split())
_SHORTEST_NAME = 3
_NUMBER = re.compile(r"\d+")
_TYPES: dict[str, EventType] = {"event": "occurrence", **{name: name for name in get_args(EventType)}}
# What leaves a record unresolved rather than silent: it states something, of which the ends or the truth are open.
_OPEN = ("pronoun", "unnamed person", "negation", "not in the words of the record")


@dataclass(frozen=True, slots=True)
class _Placed:
    """A claim with its statements, and the place of the sentence that it comes from."""

    place: int
    descriptor: Descriptor
    triples: tuple[Triple, ...] = ()


def extraction(replies: list[tuple[Reply, Source]], *, known_people: Collection[str]) -> Extraction:
    """Everything that the replies to the pieces of one packet state and the packet supports.

    A sentence of which the model says nothing that counts keeps its claim, word for word: nothing is lost.
    """
    packet = replies[0][1].packet
    known = frozenset(known_people) | ({packet.speaker} if packet.speaker else set[str]())
    placed: list[_Placed] = []
    reasons: list[str] = []
    for reply, source in replies:
        reasons += [reading.reason for reading in source.readings if reading.reason]
        placed += _piece(reply, source, known, reasons)
    if packet.caption and (caption := packet.caption.strip()):
        placed.append(_Placed(len(placed), shared(caption, 0, packet.speaker)))
    triples = _distinct([replace(one, descriptor=n) for n, claim in enumerate(placed) for one in claim.triples])
    left_open = "" if triples else next((one for one in reasons if one in _OPEN), "")
    status: Status = "facts" if triples else "unresolved" if left_open else "no_fact"
    return Extraction(
        status=status,
        descriptors=tuple(replace(claim.descriptor, ordinal=n) for n, claim in enumerate(placed)),
        triples=tuple(triples),
        reason="; ".join(filter(None, (left_open, _unreadable(replies)))),
    )


def _piece(reply: Reply, source: Source, known: frozenset[str], reasons: list[str]) -> list[_Placed]:
    """The claims of one reply in the order of their sentences; `reasons` gains why statements were left out."""
    said_at, speaker = source.packet.said_at, source.packet.speaker
    placed: list[_Placed] = []
    for claim, place in _supported(reply, source, known):
        readings = [checked(fact, claim, source) for fact in claim.facts]
        reasons += [reading.reason for reading in readings]
        if not _is_turned(claim, readings):
            triples = tuple(one for reading in readings for one in reading.triples)
            placed.append(_Placed(place, _descriptor(claim, source, known, place), triples))
    covered = {claim.place for claim in placed}
    for place, sentence in enumerate(source.told):
        if place not in covered:
            placed.append(_Placed(place, literal(sentence, 0, speaker, said_at, known)))
    return sorted(placed, key=lambda claim: claim.place)


def _unreadable(replies: list[tuple[Reply, Source]]) -> str:
    dropped = sum(reply.dropped for reply, _ in replies)
    return f"unreadable in the reply: {dropped} of its items" if dropped else ""


def _supported(reply: Reply, source: Source, known: frozenset[str]) -> Iterator[tuple[RawClaim, int]]:
    """The claims that the record makes, each once, with the place of the sentence that makes it.

    What a model adds, asks, takes from what was said before, tells of the wrong person or turns round is left out.
    """
    seen: set[str] = set()
    for claim in reply.claims:
        key, place = entity_key(claim.text), source.place_of(claim.text)
        if key in seen or place is None or is_asked(claim.text) or is_chitchat(claim.text):
            continue
        seen.add(key)
        if event(claim.text, (), (), "", None).predicate in _TALK:
            continue
        if _is_said(claim, source, known) and _is_of_whom(claim.text, source.told[place], source, known):
            yield claim, place


def _is_said(claim: RawClaim, source: Source, known: frozenset[str]) -> bool:
    """Whether the words and numbers of a claim are those of the record, and its talk is no mere talk."""
    names = {term for name in known for term in terms(name)}
    words = [word for word in terms(claim.text) if word not in names | _STOPS]
    own = sum(word in source.own_terms for word in words)
    told = sum(word in source.support for word in words)
    if not words or own < _LEAST_OWN * len(words) or told < _LEAST_SHARE * len(words):
        return False
    numbers = f"{source.text} {source.before} {source.packet.said_at or ''}"
    if not set(_NUMBER.findall(claim.text)) <= set(_NUMBER.findall(numbers)):
        return False
    stated = {(one.subject, one.relation, one.object): one.positive for r in source.readings for one in r.triples}
    turned = source.read(claim.text).triples
    return not any(stated.get((one.subject, one.relation, one.object), one.positive) != one.positive for one in turned)


def _is_of_whom(claim: str, sentence: str, source: Source, known: frozenset[str]) -> bool:
    """Whether a claim tells of whom its sentence tells: a small model takes who spoke before for the speaker."""
    first = entity_key(claim).split(" ", maxsplit=1)[0]
    if source.is_speaker(first):
        return not is_of_listener(sentence)
    # "Mel" is Melanie.
    others = {entity_key(name) for name in known | {source.before_by}}
    if len(first) < _SHORTEST_NAME or not any(name.startswith(first) for name in others):
        return True
    return any(word.startswith(first) for word in key_words(sentence)) or not is_of_speaker(sentence)


def _is_turned(claim: RawClaim, readings: list[Reading]) -> bool:
    """Whether a claim says outright what its record plans, guesses or denies."""
    reasons = {reading.reason for reading in readings}
    return (UNREAL in reasons and not is_unreal(claim.text)) or (NEGATED in reasons and not is_negated(claim.text))


def _descriptor(claim: RawClaim, source: Source, known: frozenset[str], place: int) -> Descriptor:
    involved = people(claim.text, source.packet.speaker, known)
    key = keywords(claim.text, involved)
    when = _event_time(claim.text, source, place)
    found = event(claim.text, involved, key, when, source.packet.speaker)
    return Descriptor(
        ordinal=0,
        claim=claim.text,
        people=involved,
        keywords=key,
        event_time=when,
        tokens=token_count(claim.text),
        event=replace(found, event_type=_TYPES.get(claim.type, found.event_type)),
    )


def _event_time(text: str, source: Source, place: int) -> str:
    """The time of a claim, from its own words where the record has them too, else from its sentence."""
    said_at = source.packet.said_at
    own = resolve_time(text, said_at)
    if own and own in {resolve_time(sentence, said_at) for sentence in source.told}:
        return own
    return resolve_time(source.told[place], said_at)


def _distinct(triples: list[Triple]) -> list[Triple]:
    """Each statement once, at its last place: later words of a record outrank earlier ones."""
    last = {(entity_key(one.subject), one.relation, entity_key(one.object)): one for one in triples}
    return sorted(last.values(), key=triples.index)
