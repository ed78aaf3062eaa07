"""The rules frontend: claims and triples without any model, at ingest time."""

from collections.abc import Collection
from dataclasses import replace

from memdb.extract.claims import claims, token_count
from memdb.extract.slips import read_with_slips
from memdb.extract.statements import NOTHING, Reading, read_statement
from memdb.extract.subjects import FIRST_PERSON
from memdb.records.catalogue import catalogue
from memdb.records.corrections import SESSION, parsed, written
from memdb.records.extraction import Descriptor, Event, Extraction, Status, Triple
from memdb.records.packet import OWNER, Packet, Profile

MOST_CHARACTERS = 100_000
"""What rules read of one record: a chapter, in some seconds. The index of words and the vectors know all of it."""


class RulesFrontend:
    """General English patterns: fast enough for ingest, exact spans, no model."""

    name = "rules"

    def extract(self, packet: Packet, *, profile: Profile, known_people: Collection[str]) -> Extraction:
        """Reads a packet: one statement in a fact stream, sentences elsewhere, and corrections as they are written."""
        if packet.session == SESSION and (corrections := parsed(packet.content)):
            return _corrections(corrections)
        if profile == "facts":
            return fact_extraction(packet, read_statement(packet.content))
        return self._sentences(packet, known_people)

    def _sentences(self, packet: Packet, known_people: Collection[str]) -> Extraction:
        found = claims(
            _read_part(packet.content),
            speaker=packet.speaker,
            said_at=packet.said_at,
            known_people=known_people,
            caption=packet.caption,
        )
        triples: list[Triple] = []
        reason = ""
        for descriptor in found:
            reading = _resolved(read_with_slips(descriptor.claim), packet.speaker)
            triples.extend(replace(triple, descriptor=descriptor.ordinal) for triple in reading.triples)
            reason = reason or reading.reason
        status: Status = "facts" if triples else "unresolved" if reason else "no_fact"
        return Extraction(
            status=status, descriptors=found, triples=tuple(triples), reason=reason if status == "unresolved" else ""
        )


def _read_part(content: str) -> str:
    """The text up to the last blank within what is read."""
    if len(content) <= MOST_CHARACTERS:
        return content
    return content[:MOST_CHARACTERS].rpartition(" ")[0] or content[:MOST_CHARACTERS]


def fact_extraction(packet: Packet, reading: Reading) -> Extraction:
    """What was read in a record of a fact stream: one claim, which is the record, and its statement."""
    resolved = _resolved(reading, packet.speaker)
    triples = tuple(replace(triple, descriptor=0) for triple in resolved.triples)
    return Extraction(
        status=_status(reading), descriptors=(_fact_descriptor(packet.content, resolved),), triples=triples,
        reason="" if reading.reason == NOTHING else reading.reason,
    )  # fmt: skip


def _corrections(triples: tuple[Triple, ...]) -> Extraction:
    found = (
        replace(_fact_descriptor(written((triple,)), Reading((triple,))), ordinal=ordinal)
        for ordinal, triple in enumerate(triples)
    )
    return Extraction(status="facts", descriptors=tuple(found), triples=triples)


def _status(reading: Reading) -> Status:
    if reading.triples:
        return "facts"
    return "no_fact" if reading.reason == NOTHING else "unresolved"


def _resolved(reading: Reading, speaker: str | None) -> Reading:
    """First person becomes the speaker, whose name is the packet's provenance and not part of its text."""
    who = speaker or OWNER
    return Reading(
        tuple(
            replace(
                triple,
                subject=who if triple.subject == FIRST_PERSON else triple.subject,
                object=who if triple.object == FIRST_PERSON else triple.object,
            )
            for triple in reading.triples
        ),
        reading.reason,
    )


def _fact_descriptor(content: str, reading: Reading) -> Descriptor:
    """The claim of a fact record is the record; its keywords are its ends, its people the ends known to be people."""
    triple = reading.triples[0] if reading.triples else None
    entry = catalogue().relations.get(triple.relation) if triple else None
    people = (triple.object,) if triple and entry and entry.range == "person" else ()
    keywords = (triple.subject, triple.object) if triple else ()
    return Descriptor(
        ordinal=0,
        claim=content,
        people=people,
        keywords=tuple(word for word in keywords if word not in people),
        event_time="",
        tokens=token_count(content),
        event=Event(
            subject_people=(),
            predicate=triple.relation if triple else "",
            focus_terms=keywords,
            goal_context_terms=(),
            event_type="state",
            event_time="",
            polarity="negative" if triple and not triple.positive else "positive",
            confidence=1.0 if triple else 0.0,
            needs_profile_extraction=False,
        ),
    )
