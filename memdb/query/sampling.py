"""Packets spread evenly over streams, which tell what is typical of them."""

import json
from collections.abc import Sequence

from memdb.query.state import Scope
from memdb.store import Connection, sql


def sample(connection: Connection, streams: Sequence[Scope], size: int) -> list[int]:
    """About so many packets, spread evenly over some streams by their share of the packets."""
    total = sum(stream.documents for stream in streams)
    found: list[int] = []
    step = max(1, total // size)
    for stream in streams:
        # Positions have gaps where packets were forgotten: what falls into one is not replaced.
        positions = range(1, stream.documents + 1, step)
        rows = connection.rows(
            sql("vectors/sample"), {"stream_id": stream.id, "positions": json.dumps(list(positions))}
        )
        found += [packet for (packet,) in rows]
    return found
