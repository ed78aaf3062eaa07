"""How the claims of a stream are grouped: the bounded Cells of the paper, and the layouts that it compares them with.

Blocks (appendix B.4) hold as many claims as a Cell, in order: of the whole stream, of a session, or of one person.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from memdb.placement.bounded import best
from memdb.placement.cell import Cell
from memdb.placement.claim import Claim
from memdb.placement.working_set import WorkingSet
from memdb.records.packet import Layout
from memdb.records.settings import PlacementSettings


class Strategy(Protocol):
    """Chooses the Cell of each claim, in dialogue and claim order; the same claims always get the same Cells."""

    def choose(self, claim: Claim, stream_id: int, cells: WorkingSet, settings: PlacementSettings) -> Cell | None:
        """The Cell that takes a claim, begun if need be; None for no Cell."""
        ...


@dataclass(frozen=True, slots=True)
class Flat:
    """No Cells: claims are found by their words alone."""

    def choose(self, claim: Claim, stream_id: int, cells: WorkingSet, settings: PlacementSettings) -> Cell | None:  # noqa: ARG002 - the protocol's
        """Always None."""
        return None


@dataclass(frozen=True, slots=True)
class Blocks:
    """Blocks of consecutive claims; those of one bucket are filled one after the other."""

    bucket: Callable[[Claim], str]

    def choose(self, claim: Claim, stream_id: int, cells: WorkingSet, settings: PlacementSettings) -> Cell | None:
        """The last block of the claim's bucket, or a new one once that is full."""
        bucket = self.bucket(claim)
        newest = cells.newest(stream_id, bucket)
        if newest is not None and len(newest.members) < settings.members:
            return newest
        return cells.start(claim, stream_id, bucket)


@dataclass(frozen=True, slots=True)
class Bounded:
    """The Cell with the best score, equations 17 to 21."""

    def choose(self, claim: Claim, stream_id: int, cells: WorkingSet, settings: PlacementSettings) -> Cell | None:
        """The best of the Cells that share a term with the claim, or a new one where none scores as much."""
        return best(claim, cells.sharing(claim, stream_id), settings) or cells.start(claim, stream_id)


STRATEGIES: Mapping[Layout, Strategy] = {
    "flat": Flat(),
    "sequential": Blocks(lambda _: ""),
    "session": Blocks(lambda claim: str(claim.session)),
    "entity": Blocks(lambda claim: claim.people[0] if claim.people else ""),
    "bounded": Bounded(),
}
