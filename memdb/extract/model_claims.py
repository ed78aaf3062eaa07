"""A model's reply as an extraction: the claims that its record supports, completed by the rules (section A1, B1).

The model gives the text of a claim, its type and its statements. People, keywords, event time and the event record are
read out of that text by the same functions that read the rules' claims.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import get_args

from memdb.extract.claims import is_asked, shared, token_count
from memdb.extract.event_time import resolve
from memdb.extract.events import event, is_negated
from memdb.extract.keywords import keywords
from memdb.extract.model_facts import NEGATED, UNREAL, checked
from memdb.extract.model_output import RawClaim, Reply
from memdb.extract.model_source import Source
from memdb.extract.people import people
from memdb.extract.sentences import is_chitchat
from memdb.extract.statements import Reading
from memdb.extract.verb_patterns import is_unreal
from memdb.records.extraction import Descriptor, EventType, Extraction, Status, Triple
from memdb.records.keys import entity_key
from memdb.records.tokens import terms

_LEAST_SHARE = 0.6
"""The share of a claim's terms that the record, the turn before or the speaker's name must have."""
_NUMBER = re.compile(r"\d+")
_TYPES: dict[str, EventType] = {"event": "occurrence", **{name: name for name in get_args(EventType)}}
# What leaves a record unresolved rather than silent: it states something, of which the ends or the truth are open.
_OPEN = ("pronoun", "unnamed person", "negation", "not in the words of the record")


def extraction(replies: list[tuple[Reply, Source]], *, known_people: Collection[str]) -> Extraction:
    """Everything that the replies to the pieces of one packet state and the packet supports."""
    packet = replies[0][1].packet
    known = frozenset(known_people) | ({packet.speaker} if packet.speaker else set[str]())
    descriptors: list[Descriptor] = []
    triples: list[Triple] = []
    reasons: list[str] = []
    for reply, source in replies:
        reasons += [reading.reason for reading in source.readings if reading.reason]
        for claim in _supported(reply, source):
            readings = [checked(fact, claim, source) for fact in claim.facts]
            reasons += [reading.reason for reading in readings]
            if _is_turned(claim, readings):
                continue
            ordinal = len(descriptors)
            descriptors.append(_descriptor(claim, ordinal, source, known))
            triples += [replace(one, descriptor=ordinal) for reading in readings for one in reading.triples]
    if packet.caption and (caption := packet.caption.strip()):
        descriptors.append(shared(caption, len(descriptors), packet.speaker))
    left_open = "" if triples else next((one for one in reasons if one in _OPEN), "")
    status: Status = "facts" if triples else "unresolved" if left_open else "no_fact"
    return Extraction(
        status=status,
        descriptors=tuple(descriptors),
        triples=tuple(_distinct(triples)),
        reason="; ".join(filter(None, (left_open, _unreadable(replies)))),
    )


def _unreadable(replies: list[tuple[Reply, Source]]) -> str:
    dropped = sum(reply.dropped for reply, _ in replies)
    return f"unreadable in the reply: {dropped} of its items" if dropped else ""


def _supported(reply: Reply, source: Source) -> Iterator[RawClaim]:
    """The claims that the record makes, each once: what a model adds, asks, or turns round is left out."""
    seen: set[str] = set()
    for claim in reply.claims:
        key = entity_key(claim.text)
        if key not in seen and not is_asked(claim.text) and not is_chitchat(claim.text) and _is_said(claim, source):
            seen.add(key)
            yield claim


def _is_said(claim: RawClaim, source: Source) -> bool:
    words = terms(claim.text)
    if not words or sum(word in source.support for word in words) < _LEAST_SHARE * len(words):
        return False
    dates = f"{source.content} {source.before} {source.packet.said_at or ''} {source.packet.caption or ''}"
    if not set(_NUMBER.findall(claim.text)) <= set(_NUMBER.findall(dates)):
        return False
    stated = {(one.subject, one.relation, one.object): one.positive for r in source.readings for one in r.triples}
    turned = source.read(claim.text).triples
    return not any(stated.get((one.subject, one.relation, one.object), one.positive) != one.positive for one in turned)


def _is_turned(claim: RawClaim, readings: list[Reading]) -> bool:
    """Whether a claim says outright what its record plans, guesses or denies."""
    reasons = {reading.reason for reading in readings}
    return (UNREAL in reasons and not is_unreal(claim.text)) or (NEGATED in reasons and not is_negated(claim.text))


def _descriptor(claim: RawClaim, ordinal: int, source: Source, known: frozenset[str]) -> Descriptor:
    involved = people(claim.text, source.packet.speaker, known)
    key = keywords(claim.text, involved)
    when = _event_time(claim.text, source)
    found = event(claim.text, involved, key, when, source.packet.speaker)
    return Descriptor(
        ordinal=ordinal,
        claim=claim.text,
        people=involved,
        keywords=key,
        event_time=when,
        tokens=token_count(claim.text),
        event=replace(found, event_type=_TYPES.get(claim.type, found.event_type)),
    )


def _event_time(text: str, source: Source) -> str:
    """The time of a claim, from its own words where the record has them too, else from its sentence."""
    said_at = source.packet.said_at
    own = resolve(text, said_at)
    if own and own in {resolve(sentence, said_at) for sentence in source.told}:
        return own
    return resolve(source.sentence_of(text), said_at)


def _distinct(triples: list[Triple]) -> list[Triple]:
    """Each statement once, at its last place: later words of a record outrank earlier ones."""
    last = {(entity_key(one.subject), one.relation, entity_key(one.object)): one for one in triples}
    return sorted(last.values(), key=triples.index)
