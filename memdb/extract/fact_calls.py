"""A model's calls about fact records, several in a call, and the examples that come of them (section B1)."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from memdb.extract.fact_output import read_entries
from memdb.extract.fact_prompt import LIMITS, FactLimits, request
from memdb.extract.fact_reading import NOT_LITERAL, read_entry
from memdb.extract.frontend import FactRead
from memdb.extract.induction import Example, Induced, induce
from memdb.extract.rules import fact_extraction
from memdb.extract.statements import Reading
from memdb.models import CallKind, Calls
from memdb.records.packet import Packet

UNREADABLE = "the model's reply does not tell of this record"


class FactCalls:
    """Asks a model about records, and knows what it read in the stream: the next call and the rules go by that."""

    def __init__(self, calls: Calls, known: Iterable[Example] = (), *, limits: FactLimits = LIMITS) -> None:
        """`known` are what earlier runs stored of the stream."""
        self._calls = calls
        self._limits = limits
        self._examples = {one.packet.id: one for one in known}
        self._stored = {one.packet.id: one.triple for one in self._examples.values()}
        self._reviewed: set[int] = set()
        self._faulty: set[int] = set()
        self.open: dict[int, Packet] = {}
        """The records of this run that the model did not read as one statement."""

    @property
    def examples(self) -> Collection[Example]:
        """The records that the model read as one statement."""
        return self._examples.values()

    def induced(self) -> Induced:
        """What the examples so far agree on."""
        return induce(self.examples)

    def batch(self, records: Iterable[Packet]) -> list[Packet]:
        """As many of the first records as a call takes."""
        found: list[Packet] = []
        room = self._limits.characters
        for packet in islice(records, self._limits.records):
            room -= len(packet.content)
            if found and room < 0:
                break
            found.append(packet)
        return found

    def read(self, records: Sequence[Packet]) -> list[FactRead]:
        """What one call finds in the records.

        Raises:
            ModelError: the model failed.
        """
        readings = self._ask(records, "extract")
        self._learn(records, readings)
        self._stored |= {one.id: self._examples[one.id].triple for one in records if one.id in self._examples}
        self.open |= {one.id: one for one in records if one.id not in self._examples}
        self._faulty |= {one.id for one in records if _is_faulty(readings.get(one.id))}
        return [_read(packet, readings.get(packet.id)) for packet in records]

    def repair(self, disputed: Iterable[Example] = ()) -> Iterator[list[FactRead]]:
        """Asks once more for the open records of which a reply did not tell, or not in their own words.

        With them the model sees the `disputed` ones again.

        Raises:
            ModelError: the model failed.
        """
        rest = [packet for key, packet in self.open.items() if key in self._faulty]
        rest += [one.packet for one in disputed]
        self._faulty.clear()
        while batch := self.batch(rest):
            rest = rest[len(batch) :]
            readings = self._ask(batch, "repair")
            self._learn(batch, readings)
            yield [replace(_read(packet, readings[packet.id]), again=True) for packet in batch if packet.id in readings]

    def review(self, examples: Iterable[Example]) -> None:
        """Lets the model read once more, side by side, records of whose wording it read others differently.

        Raises:
            ModelError: the model failed.
        """
        rest = [one.packet for one in examples if one.packet.id not in self._reviewed]
        while batch := self.batch(rest):
            rest = rest[len(batch) :]
            self._reviewed.update(packet.id for packet in batch)
            self._learn(batch, self._ask(batch, "review"))

    def corrected(self, induced: Induced, *, by_rules: bool) -> list[FactRead]:
        """The stored records whose statement is better known by now: its relation's name, or its ends after a review.

        With `by_rules` the ends that a rule reads are right, whatever the model read.
        """
        found: list[FactRead] = []
        for one in self.examples:
            best, by = induced.triple(one, any_ends=by_rules)
            if best != self._stored.get(one.packet.id, best):
                extraction = fact_extraction(one.packet, Reading((best,)))
                found.append(FactRead(packet=one.packet, by=by, extraction=extraction, again=True))
        return found

    def _learn(self, records: Iterable[Packet], readings: Mapping[int, Reading]) -> None:
        """Takes records that state one thing as examples, in place of what was known of them."""
        for packet in records:
            reading = readings.get(packet.id)
            if reading is not None and len(reading.triples) == 1:
                self._examples[packet.id] = Example(packet=packet, triple=reading.triples[0])

    def _ask(self, records: Sequence[Packet], kind: CallKind) -> dict[int, Reading]:
        """What a call says of the records that it tells of; they are asked in halves where the context is too small."""
        used = Counter(one.triple.relation for one in self.examples)
        asked = request(
            [one.content for one in records], [name for name, _ in used.most_common()], again=kind == "repair",
            limits=self._limits,
        )  # fmt: skip
        if self._calls.model.count(asked.messages) + asked.max_tokens > self._calls.model.context:
            half = len(records) // 2
            return self._ask(records[:half], kind) | self._ask(records[half:], kind) if half else {}
        completion = self._calls.complete(asked, kind=kind, packets=[one.id for one in records])
        entries = read_entries(completion, len(records))
        return {
            packet.id: read_entry(entry, packet.content)
            for number, packet in enumerate(records, 1)
            if (entry := entries.get(number)) is not None
        }


def _is_faulty(reading: Reading | None) -> bool:
    return reading is None or reading.reason == NOT_LITERAL


def _read(packet: Packet, reading: Reading | None) -> FactRead:
    if reading is None:
        return FactRead(packet=packet, by="llm", problem=UNREADABLE)
    return FactRead(packet=packet, by="llm", extraction=fact_extraction(packet, reading))
