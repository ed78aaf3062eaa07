"""What a frontend reads out of one packet: descriptors and triples (paper A, section A1; paper B, section B1)."""

from dataclasses import dataclass
from typing import Literal, Self

import msgspec

from memdb.errors import ImportFileError
from memdb.records.calendar import is_period
from memdb.records.shown import shown

Status = Literal["facts", "unresolved", "no_fact"]
FactFrontendName = Literal["llm", "hybrid"]
"""How a model reads a fact stream: every record, or a sample from which rules for the others are induced."""
Reader = Literal["llm", "induced"]
"""Who read a record after the rules: a model, or a rule that was induced from what a model read in others."""
EventType = Literal["occurrence", "plan", "state", "preference", "relationship"]
EventPolarity = Literal["positive", "negative", "neutral", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """The event record of a descriptor (section A1). `confidence` is 0 to 1."""

    subject_people: tuple[str, ...]
    predicate: str
    focus_terms: tuple[str, ...]
    goal_context_terms: tuple[str, ...]
    event_type: EventType
    event_time: str
    polarity: EventPolarity
    confidence: float
    needs_profile_extraction: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Descriptor:
    """One atomic standalone claim of a packet.

    `ordinal` is its place among the packet's claims, from 0. `event_time` is a normalised date or period
    ("2023-05-06", "2023-05", "2023", "2023-W18", or "start/end") or empty when the text supports none.
    `tokens` counts words.
    """

    ordinal: int
    claim: str
    people: tuple[str, ...]
    keywords: tuple[str, ...]
    event_time: str
    tokens: int
    event: Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Triple:
    """One directed statement. `subject` and `object` are literal spans of the packet, or its speaker for first person.

    `relation` is the catalogue's name of the relation. `positive` is false for "no longer", "not" and the like:
    the statement then retracts the value, or with an empty `object` whatever value there is. `descriptor` is the
    ordinal of the claim that states it.

    `corrects` is true where the speaker puts right what was just said. `relation` is then empty for the one that was
    just stated, and so is `subject`, unless the sentence names it; an empty `object` only takes back.
    """

    subject: str
    relation: str
    object: str
    positive: bool = True
    descriptor: int | None = None
    corrects: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """Everything one frontend read out of one packet, with the status of section B1.

    `reason` says why a record is `unresolved`, and what of a model's reply could not be read; else it is empty.
    """

    status: Status
    descriptors: tuple[Descriptor, ...] = ()
    triples: tuple[Triple, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrozenReading:
    """What a model, or a rule induced from its reading, read in one record: all that another memory needs to know.

    The record is the one of the `stream` with that `content_hash` (32 hexadecimal digits); `position` is where it was.
    `alone` is whether the reading stands in place of what the rules stated.
    """

    stream: str
    position: int
    content_hash: str
    by: Reader
    model: str
    alone: bool
    extraction: Extraction

    def to_line(self) -> str:
        """The reading as one line of JSON, without its line end."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def of_line(cls, line: str) -> Self:
        """The reading that `to_line` wrote.

        Raises:
            ImportFileError: the line is none.
        """
        try:
            return cls.of_object(msgspec.json.decode(line))
        except ValueError as error:  # and msgspec's errors, which are such
            raise ImportFileError(f"not a line of `memdb enrich --freeze`: {error}") from error

    @classmethod
    def of_object(cls, found: object) -> Self:
        """The reading as a JSON object, checked.

        Raises:
            ValueError: it is none.
        """
        reading = msgspec.convert(found, cls)
        bytes.fromhex(reading.content_hash)
        for claim in reading.extraction.descriptors:
            for time in filter(None, (claim.event_time, claim.event.event_time)):
                if not is_period(time):
                    raise ValueError(f"{shown(time)} is no period, or one that ends before it begins")
        return reading
