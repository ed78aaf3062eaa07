"""The hybrid frontend of fact streams: a model reads a sample, and literal rules that it supports read the rest.

The sample is drawn from the records alone: those that share their frame, the words in lower case that recur in the
source, are alike, and a call sees two of each of the commonest frames that no rule reads yet. So rules come out of few
calls, and the model goes on only with what none of them fits (section B1).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from memdb.extract.fact_calls import FactCalls
from memdb.extract.frontend import FactRead, Hold
from memdb.extract.induction import LEAST_EXAMPLES, Induced
from memdb.extract.rules import fact_extraction
from memdb.records.packet import Packet

_RECURRING = 3
"""Records that have a word in lower case for it to be part of a frame."""


class HybridFrontend:
    """Reads a sample by a model, and by induced rules whatever they fit."""

    def __init__(self, calls: FactCalls) -> None:
        """`calls` know what was read before."""
        self._calls = calls

    def read(self, records: Sequence[Packet], hold: Hold) -> Iterator[Sequence[FactRead]]:
        """What the model read, call by call; then what the rules read in its place, and in all other records."""
        waiting = {one.id: one for one in records}
        frames = _frames(records)
        induced = self._calls.induced()
        ended = False
        while rest := [one for one in waiting.values() if induced.read(one.content) is None]:
            batch = self._calls.batch(_sample(rest, frames))
            held = hold(batch)
            if held is None:
                ended = True
                break
            for packet in batch:
                del waiting[packet.id]
            if held:
                yield self._calls.read(held)
                induced = self._calls.induced()
        yield self._calls.corrected(induced, by_rules=True)
        yield _ruled(list(waiting.values()), induced, again=False)
        left_open = _ruled(list(self._calls.open.values()), induced, again=True)
        yield left_open
        for read in left_open:
            del self._calls.open[read.packet.id]
        if not ended:
            yield from self._calls.repair(induced.disputed)


def _ruled(records: Iterable[Packet], induced: Induced, *, again: bool) -> list[FactRead]:
    """What rules read in those of the records that one fits."""
    return [
        FactRead(packet=packet, by="induced", extraction=fact_extraction(packet, reading), again=again)
        for packet in records
        if (reading := induced.read(packet.content)) is not None and (reading.triples or not again)
    ]


def _frames(records: Iterable[Packet]) -> Mapping[int, str]:
    """The frame of each record: its words in lower case that recur in the source, in order."""
    words = {one.id: [word for word in one.content.rstrip(" .").split() if word[0].islower()] for one in records}
    having = Counter(word for found in words.values() for word in set(found))
    return {key: " ".join(word for word in found if having[word] >= _RECURRING) for key, found in words.items()}


def _sample(records: Iterable[Packet], frames: Mapping[int, str]) -> list[Packet]:
    """The records in the order in which the model is to see them: two of each frame, those of the commonest first."""
    groups: dict[str, list[Packet]] = defaultdict(list)
    for packet in records:
        groups[frames[packet.id]].append(packet)
    ranked = sorted(groups.values(), key=len, reverse=True)
    rounds = max(map(len, ranked), default=0)
    return [
        packet
        for start in range(0, rounds, LEAST_EXAMPLES)
        for group in ranked
        for packet in group[start : start + LEAST_EXAMPLES]
    ]
