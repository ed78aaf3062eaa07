"""The graph that the labels of a stream of facts describe, in plain Python: what a question can be answered from.

It is built from the reference parse and knows nothing of a memory, so that it can say which golds no read of the newest
facts reaches, and for which questions updates change what has to be selected.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from memdb.records.keys import entity_key, key_words

HOPS = 5
Slot = tuple[str, str]


class Labelled(NamedTuple):
    """One labelled fact: its place in the stream, and what it says."""

    serial: int
    subject: str
    relation: str
    object: str

    @property
    def slot(self) -> Slot:
        """The subject's key and the relation whose value this is."""
        return entity_key(self.subject), self.relation


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """What speaks against the label of a question under the rule that the newest fact holds.

    `unreachable`: no fact within five hops of what the question names has the gold as its value. `overridden`: besides,
    an earlier value of those facts is the gold (the paper's screen, section B.3).
    """

    unreachable: bool
    overridden: bool


class FactGraph:
    """The facts of a stream by slot, with their earlier values."""

    def __init__(self, facts: Iterable[Labelled]) -> None:
        """`facts` come in any order; their serials say which is newer."""
        versions: dict[Slot, list[Labelled]] = defaultdict(list)
        self._by_serial = {fact.serial: fact for fact in sorted(facts)}
        for fact in self._by_serial.values():
            versions[fact.slot].append(fact)
        self._versions: Mapping[Slot, Sequence[Labelled]] = versions
        slots: dict[str, list[Slot]] = defaultdict(list)
        for slot in versions:
            slots[slot[0]].append(slot)
        self._slots: Mapping[str, Sequence[Slot]] = slots

    @cached_property
    def _newest(self) -> Mapping[Slot, Labelled]:
        return {slot: found[-1] for slot, found in self._versions.items()}

    @cached_property
    def _prior(self) -> Mapping[Slot, Labelled]:
        """The newest fact of each slot that says something else than the current one, which stands where none does."""
        return {
            slot: next((fact for fact in reversed(found) if _value(fact) != _value(found[-1])), found[-1])
            for slot, found in self._versions.items()
        }

    def anchors(self, question: str) -> set[str]:
        """The subjects that the question names, those left out that a longer one holds."""
        words = key_words(question)
        spans = [
            (start, end)
            for start in range(len(words))
            for end in range(start + 1, len(words) + 1)
            if " ".join(words[start:end]) in self._slots
        ]
        return {
            " ".join(words[start:end])
            for start, end in spans
            if not any(one <= start and end <= other and (one, other) != (start, end) for one, other in spans)
        }

    def closure(self, question: str) -> set[Slot]:
        """The slots within five hops over the newest facts."""
        return self._walk(question, self._newest)

    def prior_closure(self, question: str) -> set[Slot]:
        """The slots within five hops over the values of before."""
        return self._walk(question, self._prior)

    def records(self, slots: Iterable[Slot]) -> set[str]:
        """The serials of the newest facts of some slots."""
        return {str(self._newest[slot].serial) for slot in slots}

    def updated(self, serial: int) -> bool:
        """Whether the fact of that serial replaced one that said something else."""
        fact = self._by_serial[serial]
        return any(one < fact and _value(one) != _value(fact) for one in self._versions[fact.slot])

    def doubt(self, question: str, golds: Iterable[str]) -> Doubt:
        """What speaks against golds, any of which is right."""
        wanted = {entity_key(gold) for gold in golds}
        slots = self.closure(question)
        unreachable = wanted.isdisjoint(_value(self._newest[slot]) for slot in slots)
        earlier = {_value(fact) for slot in slots for fact in self._versions[slot]}
        return Doubt(unreachable=unreachable, overridden=unreachable and not wanted.isdisjoint(earlier))

    def _walk(self, question: str, facts: Mapping[Slot, Labelled]) -> set[Slot]:
        frontier, seen, found = self.anchors(question), set[str](), set[Slot]()
        for _ in range(HOPS):
            seen |= frontier
            slots = {slot for subject in frontier for slot in self._slots.get(subject, ())}
            found |= slots
            frontier = {_value(facts[slot]) for slot in slots} - seen
        return found


def _value(fact: Labelled) -> str:
    return entity_key(fact.object)
