"""The protocols of extraction frontends. None of them ever sees a question or an answer (section B1)."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from memdb.records.extraction import Extraction, Reader
from memdb.records.packet import Packet, Profile

Hold: TypeAlias = Callable[[Sequence[Packet]], Sequence[Packet] | None]
"""Reserves records for a call of a model, and returns those that were got; None once no call is to be made any more."""


class Frontend(Protocol):
    """Reads claims and statements out of one packet of any profile."""

    @property
    def name(self) -> str:
        """The name under which its work is stored, one row a packet and frontend."""
        ...

    def extract(self, packet: Packet, *, profile: Profile, known_people: Collection[str]) -> Extraction:
        """What the packet states; `known_people` are the speakers of the stream so far."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class FactRead:
    """What became of one record: its extraction, or the `problem` that left it unread.

    `again` is true for a record that was read before: its statement is better known now.
    """

    packet: Packet
    by: Reader
    extraction: Extraction | None = None
    problem: str = ""
    again: bool = False


class FactFrontend(Protocol):
    """Reads the records of a fact stream, each one whole statement, in the order and the batches that suit it."""

    def read(self, records: Sequence[Packet], hold: Hold) -> Iterator[Sequence[FactRead]]:
        """What the records state, as it becomes known; those that a model is to see are held first."""
        ...
