"""Packets spread evenly over streams, which tell what is typical of them."""

import json
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from memdb.query.state import Scope
from memdb.store import Connection, sql


def sample(connection: Connection, streams: Sequence[Scope], size: int) -> list[int]:
    """At most `size` packets, spread evenly over some streams by their share of the packets."""
    ends = list(accumulate(stream.documents for stream in streams))
    total = ends[-1] if ends else 0
    wanted: list[tuple[int, int]] = []
    for number in range(min(size, total)):
        nth = number * total // min(size, total)
        which = bisect_right(ends, nth)
        stream = streams[which]
        within = nth - (ends[which] - stream.documents)
        # Positions have gaps where packets were forgotten: the next packet stands for what fell into one.
        wanted.append((stream.id, 1 + within * (stream.next_position - 1) // stream.documents))
    rows = connection.rows(sql("vectors/sample"), {"positions": json.dumps(wanted)})
    return [packet for (packet,) in rows if packet is not None]
