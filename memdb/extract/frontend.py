"""The protocol of extraction frontends: the rules here, models later."""

from collections.abc import Collection
from typing import Protocol

from memdb.records.extraction import Extraction
from memdb.records.packet import Packet, Profile


class Frontend(Protocol):
    """Reads claims and statements out of one packet. It never sees a question or an answer (section B1)."""

    @property
    def name(self) -> str:
        """The name under which its work is stored, one row a packet and frontend."""
        ...

    def extract(self, packet: Packet, *, profile: Profile, known_people: Collection[str]) -> Extraction:
        """What the packet states; `known_people` are the speakers of the stream so far."""
        ...
