"""The direct frontend of fact streams, `llm`: a model reads every record, several in a call (section B1)."""

from collections.abc import Iterator, Sequence

from memdb.extract.fact_calls import FactCalls
from memdb.extract.frontend import FactRead, Hold
from memdb.records.packet import Packet


class DirectFrontend:
    """Lets a model read every record; what it read differently in one wording it sees once more."""

    def __init__(self, calls: FactCalls) -> None:
        """`calls` know what was read before."""
        self._calls = calls

    def read(self, records: Sequence[Packet], hold: Hold) -> Iterator[Sequence[FactRead]]:
        """What the records state, call by call in their order; at last what is better known by then."""
        rest = list(records)
        while rest:
            batch = self._calls.batch(rest)
            rest = rest[len(batch) :]
            held = hold(batch)
            if held is None:
                return
            if held:
                yield self._calls.read(held)
        yield from self._calls.repair()
        induced = self._calls.induced()
        self._calls.review([*induced.disputed, *(one for one in self._calls.examples if induced.contradicts(one))])
        yield self._calls.corrected(self._calls.induced(), by_rules=False)
