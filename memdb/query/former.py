"""The values that statements had before their current ones."""

import json
from collections.abc import Sequence

from memdb.query.state import ClosureEdge
from memdb.records.moments import Moment
from memdb.store import Connection, sql


def former_values(connection: Connection, edges: Sequence[ClosureEdge], at: Moment) -> tuple[ClosureEdge, ...]:
    """For each statement the newest one up to a moment that gave its slot another value, where there is one."""
    slots = [[*edge.slot, edge.object_key] for edge in edges]
    rows = connection.rows(sql("query/former"), {
        "slots": json.dumps(slots, ensure_ascii=False), "until": at.until, "position": at.position,
    })  # fmt: skip
    return tuple(ClosureEdge(*row) for row in rows)
