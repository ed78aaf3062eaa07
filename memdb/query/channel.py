"""What one channel says of packets, in standard deviations, so that channels can be added up."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from memdb.query.windows import Floats, Ints


@dataclass(frozen=True, slots=True)
class ChannelScores:
    """Scores of packets; `packets` are n sorted ids, `values` their n scores, `rest` that of any other packet."""

    packets: Ints
    values: Floats
    rest: float

    def of(self, packets: Sequence[int]) -> Floats:
        """The scores of some packets."""
        wanted = np.asarray(packets, dtype=np.int64)
        if not len(self.packets):
            return np.full(len(wanted), self.rest)
        at = np.minimum(np.searchsorted(self.packets, wanted), len(self.packets) - 1)
        return np.where(self.packets[at] == wanted, self.values[at], self.rest)

    def known(self, packets: Sequence[int], otherwise: Floats) -> Floats:
        """The scores of some packets, and another value for each that the channel did not look at."""
        wanted = np.asarray(packets, dtype=np.int64)
        return np.where(np.isin(wanted, self.packets), self.of(packets), otherwise)


def joined(parts: Sequence[ChannelScores]) -> ChannelScores:
    """The scores of disjoint groups of packets as one; `rest` is the lowest of theirs."""
    packets = np.concatenate([part.packets for part in parts])
    order = np.argsort(packets)
    values = np.concatenate([part.values for part in parts])
    return ChannelScores(packets[order], values[order], min(part.rest for part in parts))
